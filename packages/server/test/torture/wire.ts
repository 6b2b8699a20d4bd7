/** As much of PostgreSQL's protocol as is needed to see a COMMIT go by: where messages begin and end, and what statement they carry. */

export interface Message {
  /** `Q` a statement, `P` one to be prepared, `S` the end of a pipeline; empty for the first, which has no type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** Splits a stream into whole messages, however it is cut into chunks. */
export class Messages {
  #rest: Buffer = Buffer.alloc(0);
  #untyped: boolean;

  /** What a client sends begins with a message that has no type; what a server sends does not. */
  constructor(side: 'client' | 'server') {
    this.#untyped = side === 'client';
  }

  take(chunk: Buffer): readonly Message[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const found: Message[] = [];
    for (let message = this.#next(); message; message = this.#next()) found.push(message);
    return found;
  }

  #next(): Message | undefined {
    const head = this.#untyped ? 0 : 1;
    if (this.#rest.length < head + 4) return undefined;
    const size = head + this.#rest.readUInt32BE(head);
    if (this.#rest.length < size) return undefined;
    const bytes = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    this.#untyped = false;
    return { type: head === 0 ? '' : String.fromCharCode(bytes[0] ?? 0), bytes };
  }
}

/** The statement of a query or of one to be prepared, whose name comes before it. */
export function statementOf({ type, bytes }: Message): string | undefined {
  if (type !== 'Q' && type !== 'P') return undefined;
  const begin = type === 'Q' ? 5 : bytes.indexOf(0, 5) + 1;
  return bytes.toString('utf8', begin, bytes.indexOf(0, begin));
}

export const isCommit = (message: Message): boolean => statementOf(message)?.trim().toLowerCase() === 'commit';

/** A plain query is carried out at once, a prepared one by the end of the pipeline that executes it. */
export const endsPipeline = ({ type }: Message): boolean => type === 'Q' || type === 'S';

/** The server has done it: `C` is the end of a statement, with its name. */
export const saysCommitted = ({ type, bytes }: Message): boolean => type === 'C' && bytes.toString('utf8', 5).startsWith('COMMIT');

/** What the client calls itself in its first message: a list of names and values. */
export function applicationOf({ type, bytes }: Message): string | undefined {
  if (type !== '') return undefined;
  const words = bytes.toString('utf8', 8).split('\0');
  const at = words.findIndex((word, i) => i % 2 === 0 && word === 'application_name');
  return at < 0 ? undefined : words[at + 1];
}
