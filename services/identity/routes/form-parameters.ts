import type { Context } from 'koa';
import { bareMediaType } from '../../../schemas/http/media-type.ts';
import { OAuthError } from '../../access/oauth-error.ts';
import { readBody } from '../../http/body-reader.ts';

/** Largest form [bytes]: a token or two. */
const MOST_BYTES = 64 * 1024;
const MOST_PARAMETERS = 50;
const IDLE_MS = 10_000;
const FORM = 'application/x-www-form-urlencoded';

/**
 * The parameters of a request's form (RFC 6749, section 3.2), each given once. Nothing may stand in the query, which logs
 * and proxies keep; but for a GET whose parameters are no secrets.
 *
 * @param readsQuery true where those of a GET are read
 * @throws OAuthError `invalid_request`; HalcyonError `payload_too_large`, `request_timeout`, `unsupported_media_type`
 */
export async function formParameters(context: Context, readsQuery: boolean): Promise<Record<string, string>> {
  if (context.method === 'GET' || context.method === 'HEAD') return readsQuery ? onceEach(context.querystring) : {};
  if (context.querystring !== '') {
    throw new OAuthError('invalid_request', 'parameters should be in the form, not in the query');
  }
  const type = bareMediaType(context.get('Content-Type'));
  const bytes = await readBody(context.req, MOST_BYTES, IDLE_MS);
  if (type === '' && bytes.length === 0) return {};
  if (type !== FORM) throw new OAuthError('invalid_request', `Content-Type should be ${FORM}`);
  return onceEach(bytes.toString('utf8'));
}

function onceEach(text: string): Record<string, string> {
  const entries = [...new URLSearchParams(text)];
  if (entries.length > MOST_PARAMETERS) throw new OAuthError('invalid_request', 'there are too many parameters');
  const form = new Map<string, string>();
  for (const [name, value] of entries) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'a parameter is given twice');
    if (value.includes('\0')) throw new OAuthError('invalid_request', 'a parameter holds a character that none may');
    form.set(name, value);
  }
  return Object.fromEntries(form);
}
