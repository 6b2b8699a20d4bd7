/** Draws /openapi.json. Everything is made of elements and text, never of markup, so nothing in the document can become code. */

const byId = (id) => document.getElementById(id);

function el(tag, { className, text, ...attributes } = {}, children = []) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter(Boolean));
  return element;
}

/** Sentences with `code` in backticks. */
const prose = (sentence = '') => sentence.split('`').map((part, i) => (i % 2 ? el('code', { text: part }) : part));

const nameOf = (schema) => schema?.$ref?.split('/').pop();

const resolve = (api, schema) => (schema?.$ref ? api.components.schemas[nameOf(schema)] : schema) ?? {};

function typeOf(schema) {
  if (schema.$ref) return nameOf(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.oneOf ?? schema.anyOf) return (schema.oneOf ?? schema.anyOf).map(typeOf).join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  if (schema.type === undefined) return 'any';
  return [schema.type].flat().join(' | ');
}

const limits = ['default', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format'];

const notes = (schema) =>
  limits
    .filter((key) => schema[key] !== undefined)
    .map((key) => `${key} ${JSON.stringify(schema[key])}`)
    .join(', ');

const DEEPEST = 8;

/** A schema as a tree of its fields; references are followed, each at most once on the way down. */
function tree(api, schema, seen = []) {
  const name = nameOf(schema);
  if ((name && seen.includes(name)) || seen.length > DEEPEST) return el('span', { className: 'quiet', text: `${name ?? '…'} (see above)` });
  const whole = resolve(api, schema);
  const path = name ? [...seen, name] : seen;
  const variants = whole.oneOf ?? whole.anyOf;
  if (variants && variants.every((variant) => variant.$ref))
    return el(
      'ul',
      { className: 'tree' },
      variants.map((variant) => variantItem(api, variant, path)),
    );
  if (whole.type === 'array' && whole.items) return tree(api, whole.items, path);
  if (!whole.properties) return el('span', { className: 'quiet' }, prose(whole.description ?? typeOf(whole)));
  return el(
    'ul',
    { className: 'tree' },
    Object.entries(whole.properties).map(([key, field]) => fieldItem(api, key, field, whole.required ?? [], path)),
  );
}

const variantItem = (api, variant, path) =>
  el('li', {}, [el('details', {}, [el('summary', {}, [el('code', { text: nameOf(variant) })]), tree(api, variant, path)])]);

function fieldItem(api, key, field, required, path) {
  const nested = resolve(api, field.items ?? field);
  return el('li', {}, [
    el('code', { text: key }),
    el('span', {
      className: 'quiet',
      text: `${required.includes(key) ? '*' : ''} ${typeOf(field)}${notes(field) ? `, ${notes(field)}` : ''}  `,
    }),
    ...prose(field.description),
    nested.properties || nested.oneOf ? tree(api, field.items ?? field, path) : undefined,
  ]);
}

const exampleOf = (api, schema) => {
  const whole = resolve(api, schema);
  return whole.examples?.[0] ?? (whole.oneOf?.[0] ? exampleOf(api, whole.oneOf[0]) : undefined);
};

const show = (value) => el('pre', { text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) });

function parameterRow(parameter, inputs) {
  const input = el('input', { 'aria-label': parameter.name, placeholder: hintFor(parameter), autocomplete: 'off' });
  inputs.set(parameter, input);
  return el('tr', {}, [
    el('td', {}, [
      el('code', { text: parameter.name }),
      parameter.required ? '*' : '',
      el('span', { className: 'quiet', text: ` ${parameter.in}` }),
    ]),
    el('td', {}, prose(parameter.description)),
    el('td', {}, [input]),
  ]);
}

const hintFor = ({ style, schema }) =>
  style === 'deepObject' ? 'key=value, key=value' : (schema.examples?.[0] ?? [schema.type].flat().join(' or '));

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

function tryIt(path, inputs) {
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

const section = (title, ...content) => [el('h3', { text: title }), ...content];

function schemaSection(api, title, content) {
  const [[type, { schema }]] = Object.entries(content);
  const example = exampleOf(api, schema);
  return section(
    `${title}: ${nameOf(schema) ?? typeOf(schema)} (${type})`,
    tree(api, schema),
    example === undefined ? undefined : show(example),
  );
}

function operationCard(api, path, method, operation) {
  const inputs = new Map();
  const parameters = operation.parameters ?? [];
  const errors = Object.entries(operation.responses).filter(([code]) => code !== '200');
  const body = () => [
    ...(parameters.length > 0
      ? section(
          'Parameters',
          el(
            'table',
            {},
            parameters.map((parameter) => parameterRow(parameter, inputs)),
          ),
        )
      : []),
    ...(operation.requestBody ? schemaSection(api, 'Body', operation.requestBody.content) : []),
    ...schemaSection(api, 'Answer', operation.responses[200].content),
    ...section(
      'Errors',
      el(
        'table',
        {},
        errors.map(([code, { description }]) =>
          el('tr', {}, [el('td', {}, [el('code', { text: code })]), el('td', { text: description })]),
        ),
      ),
    ),
    ...(method === 'get' ? [tryIt(path, inputs)] : []),
  ];
  return card(
    operation.operationId,
    [
      el('span', { className: `method ${method}`, text: method.toUpperCase() }),
      el('code', { text: path }),
      el('span', { className: 'quiet' }, prose(operation.summary)),
    ],
    body,
  );
}

/** The inside is drawn when it is first opened. */
function card(id, summary, inside) {
  const box = el('div', { className: 'inside' });
  const details = el('details', { className: 'card', id }, [el('summary', {}, summary), box]);
  details.addEventListener('toggle', () => {
    if (details.open && box.childElementCount === 0) box.append(...inside().filter(Boolean));
  });
  return details;
}

const kindCard = (api, { name, description, actions }) =>
  card(
    `kind-${name}`,
    [el('span', { className: 'method', text: 'kind' }), el('code', { text: name }), el('span', { className: 'quiet' }, prose(description))],
    () => [
      ...section('configs', tree(api, { $ref: `#/components/schemas/configs.${name}` })),
      ...actions.flatMap((action) => section(`action ${action}`, tree(api, { $ref: `#/components/schemas/params.${name}.${action}` }))),
      ...section('Create one', show(exampleOf(api, { $ref: `#/components/schemas/create.${name}` }))),
    ],
  );

function groupsOf(api) {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = api.tags.map(({ name, description }) => ({
    name,
    description,
    cards: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => operationCard(api, path, method, operation)),
  }));
  const kinds = api['x-ectropy-kinds'] ?? [];
  return [...tags, { name: 'kinds', description: 'What can be declared.', cards: kinds.map((kind) => kindCard(api, kind)) }].filter(
    ({ cards }) => cards.length > 0,
  );
}

function search(cards, api) {
  const text = new Map(
    cards.map((each) => [
      each,
      `${each.textContent} ${JSON.stringify(api.components.schemas[`configs.${each.id.slice(5)}`] ?? '')}`.toLowerCase(),
    ]),
  );
  byId('search').addEventListener('input', ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/);
    for (const each of cards) each.classList.toggle('hidden', !words.every((word) => text.get(each).includes(word)));
  });
}

const openLinked = () => {
  const target = byId(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
};

async function draw() {
  const api = await (await fetch('/openapi.json')).json();
  const groups = groupsOf(api);
  byId('title').textContent = `${api.info.title} · ${api.info.version}`;
  byId('about').textContent = api.info.description;
  byId('nav').replaceChildren(
    ...groups.flatMap(({ name, cards }) => [
      el('h2', { text: name }),
      ...cards.map(({ id }) => el('a', { href: `#${id}`, text: id.replace(/^kind-/, '') })),
    ]),
  );
  byId('main').replaceChildren(
    ...groups.flatMap(({ name, description, cards }) => [el('h2', {}, [`${name} `, el('small', { text: description })]), ...cards]),
  );
  search(
    groups.flatMap(({ cards }) => cards),
    api,
  );
  addEventListener('hashchange', openLinked);
  openLinked();
}

try {
  await draw();
} catch (error) {
  byId('main').replaceChildren(el('p', { text: `The document could not be read: ${error.message}` }));
}
