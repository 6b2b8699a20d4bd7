/** Draws the contents, the kinds of the native API, and the routes of v1beta1. */
import { byId, card, el, prose, section, show } from './elements.js';
import { fetchJson, kindGroups } from './kinds.js';
import { operationsOf } from './operation.js';
import { exampleOf, tree } from './schema.js';

const named = (prefix, name) => ({ $ref: `#/components/schemas/${prefix}.${name}` });

const v1beta1Kind = (api, { name, description, actions }) =>
  card(
    `v1beta1-${name}`,
    [el('span', { className: 'method', text: 'kind' }), el('code', { text: name }), el('span', { className: 'quiet' }, prose(description))],
    () => [
      ...section('configs', tree(api, named('configs', name))),
      ...actions.flatMap((action) => section(`action ${action}`, tree(api, named('params', `${name}.${action}`)))),
      ...section('Create one', show(exampleOf(api, named('create', name)))),
    ],
  );

const routeItem = ({ operation, draw: drawCard }) => {
  const drawn = drawCard();
  return { card: drawn, label: operation.operationId, text: `v1beta1 ${operation.operationId} ${drawn.textContent}`.toLowerCase() };
};

function v1beta1Groups(api) {
  const operations = operationsOf(api);
  const tags = api.tags.map(({ name, description }) => ({
    name: `v1beta1 ${name}`,
    description,
    cards: operations.filter(({ operation }) => operation.tags.includes(name)).map(routeItem),
  }));
  const kinds = (api['x-ectropy-kinds'] ?? []).map((kind) => ({
    card: v1beta1Kind(api, kind),
    label: kind.name,
    text: `v1beta1 ${kind.name} ${kind.description} ${JSON.stringify(api.components.schemas[`configs.${kind.name}`])}`.toLowerCase(),
  }));
  return [...tags, { name: 'v1beta1 kinds', description: 'What can be declared there.', cards: kinds }];
}

const linkTo = ({ card: target, label }) => el('a', { href: `#${target.id}`, text: label });

/** The same group twice: as links in the contents, and as cards. */
function drawGroup({ name, description, cards }) {
  const links = cards.map(linkTo);
  const contents = el('section', {}, [el('h2', { text: name }), ...links]);
  const main = el('section', {}, [el('h2', {}, [`${name} `, el('small', { text: description })]), ...cards.map((each) => each.card)]);
  const items = cards.map(({ card: drawn, text }, i) => ({ text, elements: [drawn, links[i]] }));
  return { contents, main, items };
}

const hide = (element, hidden) => element.classList.toggle('hidden', hidden);

function search(groups, nothing) {
  byId('search').addEventListener('input', ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const { contents, main, items } of groups) {
      const matching = new Set(items.filter(({ text }) => words.every((word) => text.includes(word))));
      for (const item of items) for (const element of item.elements) hide(element, !matching.has(item));
      for (const element of [contents, main]) hide(element, matching.size === 0);
      found += matching.size;
    }
    hide(nothing, found > 0);
  });
}

function openLinked() {
  const target = byId(decodeURI(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

async function draw() {
  const [kinds, v1beta1] = await Promise.all([fetchJson('/docs/kinds.json'), fetchJson('/docs/v1beta1.json')]);
  const groups = [...kindGroups(kinds), ...v1beta1Groups(v1beta1)].filter(({ cards }) => cards.length > 0).map(drawGroup);
  const nothing = el('p', { className: 'quiet hidden', text: 'Nothing like that here.' });
  byId('title').textContent = `Ectropy API · ${v1beta1.info.version}`;
  byId('about').textContent = v1beta1.info.description;
  byId('nav').replaceChildren(...groups.map(({ contents }) => contents));
  byId('main').replaceChildren(nothing, ...groups.map(({ main }) => main));
  search(groups, nothing);
  addEventListener('hashchange', openLinked);
  openLinked();
}

try {
  await draw();
} catch (error) {
  byId('main').replaceChildren(el('p', { text: `The documents could not be read: ${error.message}` }));
}
