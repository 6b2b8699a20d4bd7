/** Which format a client wants, and as what: the object itself, a table, only its metadata, aggregated discovery. */
import { type MediaType, parseMediaType, splitUnquoted } from './media-type.ts';
import { notAcceptable } from './refused.ts';

/** Another shape of the answer than the object itself. */
export interface View {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
}

export interface Offer {
  readonly views: readonly View[];
  /** A stream of documents cannot be written as YAML. */
  readonly yaml: boolean;
}

export interface Negotiated {
  readonly format: 'json' | 'yaml';
  readonly as?: View;
  /** For the answer. */
  readonly contentType: string;
}

const metaView = (kind: string, version: string): View => ({ kind, group: 'meta.k8s.io', version });
const discoveryView = (version: string): View => ({ kind: 'APIGroupDiscoveryList', group: 'apidiscovery.k8s.io', version });

const views = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'].flatMap((kind) => [
  metaView(kind, 'v1'),
  metaView(kind, 'v1beta1'),
]);

/** What each sort of endpoint can answer with. */
export const offers = {
  resource: { views, yaml: true },
  watch: { views, yaml: false },
  discovery: { views: [discoveryView('v2'), discoveryView('v2beta1')], yaml: true },
  plain: { views: [], yaml: true },
} as const satisfies Record<string, Offer>;

const MAX_CLAUSES = 100;

/** The first clause of the highest quality that can be served; refuses when there is none. */
export function negotiate(accept: string | undefined, offer: Offer): Negotiated {
  if (accept === undefined || accept.trim() === '') return answer('json');
  const clauses = splitUnquoted(accept, ',')
    .slice(0, MAX_CLAUSES)
    .flatMap((clause) => parseMediaType(clause) ?? [])
    .map((media) => ({ media, quality: qualityOf(media) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { media } of clauses) {
    const served = serve(media, offer);
    if (served) return served;
  }
  throw notAcceptable(offer.yaml ? ['application/json', 'application/yaml'] : ['application/json']);
}

/** What cannot be read as a quality counts as one that was not given. */
function qualityOf({ params }: MediaType): number {
  const text = params.get('q') ?? '1';
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 1;
}

const json = new Set(['application/json', 'application/*', '*/*']);

function serve(media: MediaType, offer: Offer): Negotiated | undefined {
  const format = json.has(media.type) ? 'json' : media.type === 'application/yaml' && offer.yaml ? 'yaml' : undefined;
  if (!format) return undefined;
  if (!media.params.has('as')) return answer(format);
  const wanted = { kind: media.params.get('as'), group: media.params.get('g'), version: media.params.get('v') };
  const view = offer.views.find(({ kind, group, version }) => kind === wanted.kind && group === wanted.group && version === wanted.version);
  return view && answer(format, view);
}

/** Clients recognise aggregated discovery by the type of the answer, so it is said back to them. */
function answer(format: 'json' | 'yaml', as?: View): Negotiated {
  const plain = `application/${format}`;
  if (!as) return { format, contentType: plain };
  const echoed = as.group === 'apidiscovery.k8s.io' ? `${plain};g=${as.group};v=${as.version};as=${as.kind}` : plain;
  return { format, as, contentType: echoed };
}
