import type { oas31 } from 'zod-openapi';
import type { Endpoint } from '../../http/endpoint.ts';

const text = (description: string): oas31.HeaderObject => ({ description, schema: { type: 'string' } });

/** Headers of answers, by the name that each has among the document's components. */
export const HEADER_COMPONENTS: Readonly<Record<string, oas31.HeaderObject>> = {
  RequestId: text('Id of the request: the one that it came with, or a new one; it is in the log.'),
  NextPage: text('Where the next page is, with `rel="next"`; absent on the last one.'),
  ErrorPage: text('Where the error is explained, with `rel="help"`.'),
  RetryAfter: { description: 'When to come back [s].', schema: { type: 'integer', minimum: 0 } },
  Challenge: text('What to show, and what is wrong with what was shown (RFC 6750, RFC 7617).'),
  Ignored: text('A query parameter that is not known here and is ignored; absent where all are known.'),
  Tag: text('What the answer says, as `If-None-Match` takes it; absent where it is a stream.'),
  VaryAccept: text('`Accept`, by which it differs.'),
};

type Headers = Readonly<Record<string, oas31.HeaderObject | oas31.ReferenceObject>>;

const component = (name: string): oas31.ReferenceObject => ({ $ref: `#/components/headers/${name}` });

/** Headers of an answer with an error of a status. */
export function errorHeaders(status: number): Headers {
  // It is refused before anybody looks at it.
  if (status === 431) return {};
  return {
    'X-Request-Id': component('RequestId'),
    Link: component('ErrorPage'),
    ...([401, 403].includes(status) && { 'WWW-Authenticate': component('Challenge') }),
    ...([429, 503].includes(status) && { 'Retry-After': component('RetryAfter') }),
  };
}

/** True where an endpoint's answers have an ETag: lists in several formats, and documents. */
export function isTagged({ formats, shared }: Pick<Endpoint, 'formats' | 'shared'>): boolean {
  return formats.length > 0 || shared === 'document';
}

/** True where an endpoint answers a part of a file, to who asks for it by `Range`. */
export function isPartial({ requestHeaders }: Pick<Endpoint, 'requestHeaders'>): boolean {
  return Object.hasOwn(requestHeaders, 'Range');
}

/**
 * Headers of an endpoint's answer when all is well.
 *
 * @param own what it has beside, by name
 */
export function successHeaders(
  endpoint: Pick<Endpoint, 'formats' | 'shared'>,
  own: Readonly<Record<string, string>>,
): Headers {
  return {
    'X-Request-Id': component('RequestId'),
    Warning: component('Ignored'),
    ...(isTagged(endpoint) && { ETag: component('Tag') }),
    ...(endpoint.formats.length > 0 && { Link: component('NextPage'), Vary: component('VaryAccept') }),
    ...Object.fromEntries(Object.entries(own).map(([name, description]) => [name, text(description)])),
  };
}
