import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { type ErrorCode, HalcyonError } from '../../../schemas/errors.ts';
import type { ServiceAddress } from './service-address.ts';

/** An API of the services that a command asks. */
export interface ServiceApi {
  /** What people call it: `dataset service`. */
  readonly name: string;
  /** Beginning of its paths. */
  readonly root: string;
  /** Path that an address is given without. */
  readonly below: string;
  /** True where its 404 has an object with the reason: a text alone is then that of another service. */
  readonly namesMissing: boolean;
}

/** The error of a command by the status that a service refuses with; each has that status itself. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_pattern',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'request_timeout',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'invalid_parameter',
  500: 'internal',
  503: 'storage_unavailable',
};

/** An object with the reason, problems with values, or a text alone. */
const refusal = z.object({
  detail: z.union([
    z.object({ error: z.string() }),
    z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() })).min(1),
    z.string(),
  ]),
});

/** What a service refused, as the error of the command that asked. */
export function serviceRefusal(
  api: ServiceApi,
  address: ServiceAddress,
  { statusCode: status = 0, headers: { location } }: IncomingMessage,
  text: string,
): HalcyonError {
  const read = refusal.safeParse(jsonOf(text));
  const code = BY_STATUS[status];
  if (code === undefined || !read.success) return notOurs(api, address, status, location);
  const { detail } = read.data;
  if (Array.isArray(detail)) {
    const problems = detail.map((problem) => ({ ...problem, msg: placed(problem) }));
    return new HalcyonError(code, problems.map(({ msg }) => msg).join('; '), { problems });
  }
  if (typeof detail === 'string' && status === 404 && api.namesMissing) return notOurs(api, address, status);
  const words = typeof detail === 'string' ? detail : detail.error;
  return new HalcyonError(code, status === 401 ? `${words}${aboutToken(address)}` : words);
}

/** The error of an answer that the API does not give. */
export function notOurs(
  { name, below }: ServiceApi,
  { url }: ServiceAddress,
  status: number,
  location?: string,
): HalcyonError {
  const answer = location === undefined ? `answers ${status}` : `answers ${status} and points to ${location}`;
  const message = `${url} ${answer}, as no ${name} does; --url should be the address that its ${below} is below`;
  return new HalcyonError('store_unavailable', message);
}

/** What is wrong, with the field that it stands in where the message does not name it. */
function placed({ loc, msg }: { readonly loc: readonly (string | number)[]; readonly msg: string }): string {
  const place = loc.slice(1).join('.');
  return place === '' || msg.startsWith(place) ? msg : `${place}: ${msg}`;
}

function aboutToken({ token }: ServiceAddress): string {
  return token === '' ? '; set HALCYON_TOKEN to one' : '; HALCYON_TOKEN should be a token that is good there now';
}

/** A text read as JSON; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
