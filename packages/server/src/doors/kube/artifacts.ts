/** Named files of a resource over HTTP: whole or in ranges, with their digest as the entity tag. */
import type { Artifact, JsonObject } from '@ectropy/sdk';
import type { ByteRange } from '../../app/artifacts.ts';
import { type Answer, type Ask, type KubeDeps, type Site, urnOf } from './ask.ts';
import { mutationOf } from './headers.ts';
import { readDocument } from './read-document.ts';
import { dryRunOf } from './small-request.ts';
import { readDeleteOptions } from './wire/delete-options.ts';
import { methodNotAllowed, Refused } from './wire/refused.ts';

export async function artifacts(site: Site, ask: Ask, { app, kinds }: KubeDeps): Promise<Answer> {
  const found = await app.artifacts.list(urnOf(site), ask.caller);
  const items = Object.entries(found).map(([name, each]): JsonObject => ({ name, ...each }));
  return { body: { kind: 'ArtifactList', apiVersion: `${kinds.scheme.groupOf({})}/v1`, items } };
}

export async function artifact(site: Site, ask: Ask, deps: KubeDeps): Promise<Answer> {
  const name = site.target.rest.join('/');
  switch (site.target.verb) {
    case 'get':
      return read(site, name, ask, deps);
    case 'update':
      return write(site, name, ask, deps);
    case 'delete': {
      const { dryRun } = readDeleteOptions(ask.url, readDocument(ask).value);
      await deps.app.artifacts.remove(urnOf(site), name, ask.caller, mutationOf(ask, dryRun));
      return { body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { name } } };
    }
    default:
      throw methodNotAllowed();
  }
}

async function read(site: Site, name: string, ask: Ask, { app }: KubeDeps): Promise<Answer> {
  const urn = urnOf(site);
  const files = await app.artifacts.list(urn, ask.caller);
  const present = Object.hasOwn(files, name) ? files[name] : undefined;
  const headers = present ? headersOf(present) : {};
  if (present && ask.headers['if-none-match']?.split(/\s*,\s*/).includes(`"${present.digest}"`))
    return { status: 304, bytes: new Uint8Array(), contentType: present.mediaType, headers };
  const range = present && rangeOf(ask.headers.range, present);
  const { artifact: found, bytes } = await app.artifacts.get(urn, name, ask.caller, range);
  const part = range && { 'content-range': `bytes ${range.first}-${range.last}/${found.size}` };
  return { status: range ? 206 : 200, bytes, contentType: found.mediaType, headers: { ...headersOf(found), ...part } };
}

/** Whoever stored it decided what it is; a browser must not think otherwise, nor run it. */
const headersOf = ({ digest }: Artifact): Readonly<Record<string, string>> => ({
  etag: `"${digest}"`,
  'accept-ranges': 'bytes',
  'repr-digest': `sha-256=:${Buffer.from(digest.replace('sha256:', ''), 'hex').toString('base64')}:`,
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
});

/** One range of bytes; several at once, or a unit that nobody knows, are answered with the whole. */
function rangeOf(header: string | undefined, { size }: Artifact): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first > last || first >= size)
    throw new Refused(
      { code: 'invalid', message: `the range lies outside of the ${size} bytes` },
      { status: 416, headers: { 'content-range': `bytes */${size}` } },
    );
  return { first, last };
}

async function write(site: Site, name: string, ask: Ask, { app }: KubeDeps): Promise<Answer> {
  const { headers, bytes } = ask;
  const digest = digestOf(headers['repr-digest'] ?? headers['content-digest']);
  const expected = headers['if-none-match'] === '*' ? 'absent' : headers['if-match']?.replace(/^(?:W\/)?"?|"$/g, '');
  const content = {
    bytes,
    mediaType: headers['content-type'] ?? 'application/octet-stream',
    ...(digest !== undefined && { digest }),
    ...(expected !== undefined && expected !== '*' && { expected }),
  };
  const { resource } = await app.artifacts.set(urnOf(site), name, content, ask.caller, mutationOf(ask, dryRunOf(ask)));
  return { body: { kind: 'Artifact', apiVersion: site.view.apiVersion, name, ...resource.artifacts?.[name] } };
}

/** `sha-256=:…base64…:`, as digests are written in HTTP. */
function digestOf(header: string | string[] | undefined): string | undefined {
  const found = /sha-256=:([A-Za-z0-9+/=]+):/.exec(String(header ?? ''))?.[1];
  return found === undefined ? undefined : `sha256:${Buffer.from(found, 'base64').toString('hex')}`;
}
