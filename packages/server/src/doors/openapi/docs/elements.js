/** Everything on the page is made of elements and text, never of markup, so nothing in a document can become code. */

export const byId = (id) => document.getElementById(id);

export function el(tag, { className, text, ...attributes } = {}, children = []) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter(Boolean));
  return element;
}

/** Sentences with `code` in backticks. */
export const prose = (sentence = '') => sentence.split('`').map((part, i) => (i % 2 ? el('code', { text: part }) : part));

export const show = (value) => el('pre', { text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) });

export const section = (title, ...content) => [el('h3', { text: title }), ...content];

/** A card whose inside is drawn when it is first opened; drawing may take a while. */
export function card(id, summary, inside) {
  const box = el('div', { className: 'inside' });
  const details = el('details', { className: 'card', id }, [el('summary', {}, summary), box]);
  let drawn = false;
  details.addEventListener('toggle', async () => {
    if (!details.open || drawn) return;
    drawn = true;
    try {
      box.append(...(await inside()).filter(Boolean));
    } catch (error) {
      drawn = false;
      box.replaceChildren(el('p', { text: `This could not be read: ${error.message}` }));
    }
  });
  return details;
}
