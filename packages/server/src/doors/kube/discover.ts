/** What is served here, told in the forms that clients ask for. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDocument } from '../openapi/send-document.ts';
import { discoveryFormat, wantsGnostic } from './catalogue/accept.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Document } from './catalogue/document.ts';
import type { Target } from './wire/path.ts';
import { Refused } from './wire/refused.ts';

const nowhere = (): Refused => new Refused({ code: 'not_found', message: 'the server could not find the requested resource' }, {});

export function discover(target: Exclude<Target, { type: 'resource' }>, { headers }: FastifyRequest, catalogue: Catalogue): Document {
  const format = discoveryFormat(headers.accept);
  switch (target.type) {
    case 'versions':
      return catalogue.api(format);
    case 'groups':
      return catalogue.apis(format);
    case 'group':
      return found(catalogue.group(target.group));
    case 'resources':
      return found(catalogue.resources(target.group, target.version));
  }
}

function found(document: Document | undefined): Document {
  if (!document) throw nowhere();
  return document;
}

export const openapiV2 = (request: FastifyRequest, catalogue: Catalogue): Promise<Document> =>
  wantsGnostic(request.headers.accept) ? catalogue.gnostic() : catalogue.whole('2.0');

export const openapiV3 = async (group: string, version: string, catalogue: Catalogue): Promise<Document> =>
  found(await catalogue.v3(group, version));

/** A document whose address holds its hash never changes. */
export function answerDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  const hash = /[?&]hash=([^&]*)/.exec(request.url)?.[1];
  return sendDocument(request, reply, document, { immutable: hash !== undefined && `"${hash}"` === document.etag });
}
