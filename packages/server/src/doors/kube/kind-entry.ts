/** Kinds, as data for discovery and OpenAPI. */
import type { JsonObject } from '@ectropy/sdk';
import type { Entry } from './catalogue/entry.ts';
import { entry, flag, free, list, object, schemaOf, text, words } from './entry-words.ts';

const names = object('What resources of this kind are called.', {
  kind: text('As it stands in documents.'),
  plural: text('As it stands in paths.'),
  singular: text('One of them.'),
  list: text('The kind of a list of them.'),
  short: words('Shorter names for people at a terminal.'),
  categories: words('Groups of kinds that are asked for together.'),
});

const version = object('One view of the resources.', {
  name: text('Of the version.'),
  apiVersion: text('As it stands in documents.'),
  hub: flag('Documents are stored in this one.'),
  served: flag('Clients can ask for it.'),
  deprecated: text('What a client is told that still uses it.'),
  schema: free,
  statusSchema: free,
  columns: list('Of tables.', free),
  selectable: words('Fields by which lists can be filtered.'),
  scale: free,
});

const spec = object('What the kind is, how it is called, what serves it, and what can be done with it.', {
  description: text('What a resource of this kind is.'),
  group: text('The API group.'),
  apiVersion: text('The one that a client should use.'),
  scope: text('`Project` or `Cluster`.'),
  backend: text('`module`: code here works on it. `record`: it is only stored. `accessor`: another service holds it.'),
  definition: text('The KindDefinition that defines it, for a kind that came at run time.'),
  names,
  versions: list('The hub version first.', version),
  needs: { ...free, description: 'What resources depend on, by key, each with the name of the kind.' },
  actions: { ...free, description: 'What resources can be told to do, by name, with the JSON schema of the parameters.' },
  createOnly: words('Paths in spec that cannot change once the thing exists: a change there replaces it.'),
  deleteBy: words('Fields of spec that a delete goes by; they can still be changed while it is under way.'),
  readOnly: words('Paths in spec that only the server writes.'),
  secret: words('Paths in spec and in the output whose values are never shown.'),
  sets: words('Paths in spec of lists whose order means nothing.'),
  artifacts: words('Paths in spec that name files of the resource.'),
  shareable: flag('A resource can be opened to other projects.'),
  versioned: text('The path in spec of its version.'),
  examples: list('Of spec.', free),
  rules: list('What a schema cannot say.', free),
  config: free,
  keyed: free,
  recheckSeconds: { type: 'integer', description: 'How often the server looks whether things are still as declared.' },
  concurrency: { type: 'integer', description: 'How many resources of this kind are worked on at once.' },
  capabilities: object('What the code behind it can do.', {
    observe: flag('It can look whether the world is as declared.'),
    import: flag('It can take over what exists already.'),
    logs: flag('It can tell what the thing itself says.'),
    statusWritable: flag('Somebody else writes the status.'),
  }),
});

export const kindEntry = (group: string): Entry => {
  const description = 'A kind of resource, whatever brought it here: how it is called, what serves it, and what can be done with it.';
  const schema: JsonObject = schemaOf(description, { spec });
  return entry({ group, version: 'v1', kind: 'Kind', plural: 'kinds', namespaced: false, verbs: ['get', 'list'], description, schema });
};
