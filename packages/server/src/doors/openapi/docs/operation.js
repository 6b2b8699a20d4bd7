/** One operation as a card. */
import { card, el, prose, section, show } from './elements.js';
import { exampleOf, nameOf, resolve, tree, typeOf } from './schema.js';
import { tryIt } from './try-it.js';

const hintFor = ({ style, schema }) =>
  style === 'deepObject' ? 'key=value, key=value' : (schema.examples?.[0] ?? [schema.type].flat().join(' or '));

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

function contentSection(api, title, content) {
  const [[type, { schema }]] = Object.entries(content);
  const types = Object.keys(content).join(', ') || type;
  const example = exampleOf(api, schema);
  return section(
    `${title}: ${nameOf(schema)?.split('.').pop() ?? typeOf(schema)} (${types})`,
    tree(api, schema),
    example === undefined ? undefined : show(example),
  );
}

const isDone = (code) => code.startsWith('2');

function inside(api, path, method, item, operation) {
  const inputs = new Map();
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) => resolve(api, each));
  const answers = Object.entries(operation.responses).map(([code, response]) => [code, resolve(api, response)]);
  const [, done] = answers.find(([code]) => isDone(code)) ?? [];
  const rows = parameters.map((parameter) => parameterRow(parameter, inputs));
  const errors = answers.filter(([code]) => !isDone(code));
  const errorRows = errors.map(([code, { description }]) =>
    el('tr', {}, [el('td', {}, [el('code', { text: code })]), el('td', {}, prose(description))]),
  );
  return [
    operation.description ? el('p', {}, prose(operation.description)) : undefined,
    ...(rows.length > 0 ? section('Parameters', el('table', {}, rows)) : []),
    ...(operation.requestBody ? contentSection(api, 'Body', operation.requestBody.content) : []),
    ...(done?.content ? contentSection(api, 'Answer', done.content) : []),
    ...(errorRows.length > 0 ? section('Errors', el('table', {}, errorRows)) : []),
    ...(method === 'get' ? [tryIt(path, inputs)] : []),
  ];
}

const operationCard = (api, path, method, item, operation) =>
  card(
    operation.operationId,
    [
      el('span', { className: `method ${method}`, text: method.toUpperCase() }),
      el('code', { className: operation.deprecated ? 'old' : '', text: path }),
      el('span', { className: 'quiet' }, prose(operation.summary)),
    ],
    () => inside(api, path, method, item, operation),
  );

export const operationsOf = (api) =>
  Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ operation, draw: () => operationCard(api, path, method, item, operation) })),
  );
