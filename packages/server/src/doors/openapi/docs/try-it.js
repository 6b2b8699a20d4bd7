/** Sends a request of the kind that changes nothing, and shows the answer. */
import { el } from './elements.js';

/** The address that the filled-in fields make. */
function addressOf(path, inputs) {
  const query = new URLSearchParams();
  let address = path;
  for (const [{ name, in: place, style, schema }, { value }] of inputs) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value || (schema.examples?.[0] ?? '')));
    if (place !== 'query' || value === '') continue;
    if (style === 'deepObject')
      for (const pair of value.split(',')) query.append(`${name}[${pair.split('=')[0].trim()}]`, pair.split('=').slice(1).join('=').trim());
    else if (schema.type === 'array') for (const item of value.split(',')) query.append(name, item.trim());
    else query.append(name, value);
  }
  return query.size > 0 ? `${address}?${query}` : address;
}

const headersOf = (inputs) =>
  Object.fromEntries(
    [...inputs].filter(([{ in: place }, { value }]) => place === 'header' && value !== '').map(([{ name }, { value }]) => [name, value]),
  );

const SHOWN_STREAM = 64 * 1024;

/** Reads an answer piece by piece, so that a stream shows as it comes. */
async function readInto(response, output) {
  const json = response.headers.get('content-type')?.startsWith('application/json');
  if (json) return void (output.textContent += JSON.stringify(await response.json(), null, 2));
  for await (const text of response.body.pipeThrough(new TextDecoderStream()))
    output.textContent = (output.textContent + text).slice(-SHOWN_STREAM);
}

export function tryIt(path, inputs) {
  const output = el('pre', { className: 'hidden' });
  const button = el('button', { type: 'button', text: 'Try it' });
  const status = el('code', { className: 'quiet' });
  let running;
  button.addEventListener('click', async () => {
    if (running) return running.abort();
    running = new AbortController();
    button.textContent = 'Stop';
    output.className = '';
    output.textContent = '';
    const address = addressOf(path, inputs);
    status.textContent = `GET ${address}`;
    try {
      const response = await fetch(address, { headers: headersOf(inputs), signal: running.signal });
      status.textContent = `${response.status} GET ${address}`;
      await readInto(response, output);
    } catch (error) {
      if (error.name !== 'AbortError') output.textContent += String(error);
    }
    running = undefined;
    button.textContent = 'Try it';
  });
  return el('div', {}, [el('div', { className: 'try' }, [button, status]), output]);
}
