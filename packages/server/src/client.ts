/** What clients written in TypeScript share with the server: how documents are read and written, and how words are guessed. */
export { diff } from './core/diff.ts';
export { suggest } from './config/suggest.ts';
export { decodeDocuments, type DecodedDocument, type PlacedProblem } from './hub/codec/decode.ts';
export { encode, encodeAll } from './hub/codec/encode.ts';
export type { Position } from './hub/codec/places.ts';
