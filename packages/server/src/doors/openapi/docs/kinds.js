/** The kinds of the native API: a line each, and the rest when one is opened. */
import { card, el, prose, section, show } from './elements.js';
import { operationsOf } from './operation.js';
import { tree } from './schema.js';

export async function fetchJson(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

const pathOf = ({ group, version, plural }) => [group || 'core', version, plural].map(encodeURIComponent).join('/');

/** The schema of the object itself, which says of what kind it is. */
const objectSchema = (api, { group, version, kind }) =>
  Object.values(api.components.schemas).find((schema) =>
    schema['x-kubernetes-group-version-kind']?.some((each) => each.group === group && each.version === version && each.kind === kind),
  ) ?? {};

async function inside(line) {
  const api = await fetchJson(`/docs/kinds/${pathOf(line)}`);
  const schema = objectSchema(api, line);
  const example = schema.examples?.[0];
  return [
    line.deprecated ? el('p', {}, prose(line.deprecated)) : undefined,
    ...(example ? section('Example', show(example)) : []),
    ...section('Fields', tree(api, schema)),
    ...section('Requests', ...operationsOf(api).map(({ draw }) => draw())),
  ];
}

const searchText = ({ group, version, kind, plural, short, description }) =>
  [group || 'core', version, kind, plural, ...short, description].join(' ').toLowerCase();

const kindCard = (line) =>
  card(
    `kind/${pathOf(line)}`,
    [
      el('span', { className: 'method', text: line.version }),
      el('span', {}, [
        el('code', { className: line.deprecated ? 'old' : '', text: line.kind }),
        el('span', { className: 'quiet', text: `  ${[line.plural, ...line.short].join(', ')}` }),
      ]),
      el('span', { className: 'quiet' }, prose(line.description)),
    ],
    () => inside(line),
  );

/** Versions of the same kind count once. */
const counted = (kinds) => {
  const { size } = new Set(kinds.map(({ kind }) => kind));
  return size === 1 ? '1 kind' : `${size} kinds`;
};

/** One group of cards per API group. */
export const kindGroups = ({ groups }) =>
  groups.map(({ name, kinds }) => ({
    name: name || 'core',
    description: counted(kinds),
    cards: kinds.map((line) => ({
      card: kindCard(line),
      label: line.preferred ? line.kind : `${line.kind} ${line.version}`,
      text: searchText(line),
    })),
  }));
