/** One request, complete and printable, so that it can be sent again. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The client goes away after this time, whatever comes. */
  readonly leaveAfterMs?: number;
  /** What is written to the connection instead of all that, a piece at a time; each character is one byte. */
  readonly wire?: readonly string[];
}

export const show = ({ body, ...request }: Request): string =>
  JSON.stringify({
    ...request,
    ...(body !== undefined && (typeof body === 'string' ? { body } : { base64: Buffer.from(body).toString('base64') })),
  });

export function readShown(text: string): Request {
  const { base64, ...request } = JSON.parse(text) as Request & { readonly base64?: string };
  return base64 === undefined ? request : { ...request, body: Buffer.from(base64, 'base64') };
}
