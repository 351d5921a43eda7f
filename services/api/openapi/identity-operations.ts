import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorBody } from '../../../schemas/http/errors/http-validation-error.ts';
import { OAUTH_ERRORS, type OAuthErrorCode } from '../../access/oauth-error.ts';
import type { IdentityEndpoint } from '../../identity/identity-endpoint.ts';
import { errorHeaders, successHeaders } from './answer-headers.ts';
import { errorContent } from './error-content.ts';

/** What its operations are called together, and what they are for. */
export const IDENTITY_TAG = [
  'Identity',
  'Tokens: given, looked into, taken back (OAuth 2.0, OpenID Connect).',
] as const;

const FORM = 'application/x-www-form-urlencoded';

const realmPath = z.object({
  realm: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .meta({ examples: ['halcyon'] }),
});

const noRealm = z.object({ error: z.string() }).meta({ examples: [{ error: 'Realm does not exist' }] });
const oauthError = z
  .object({
    error: z.enum(Object.keys(OAUTH_ERRORS) as OAuthErrorCode[]),
    error_description: z.string(),
  })
  .meta({ id: 'OAuthError' });
/** What of these is answered may be said by the service or in front of it. */
const either = z.union([oauthError, errorBody]);

/** The operations of an endpoint of identity, by their methods. */
export function identityOperations(endpoint: IdentityEndpoint): Readonly<Record<string, ZodOpenApiOperationObject>> {
  return Object.fromEntries(
    endpoint.methods.map((method) => [method.toLowerCase(), operationOf(endpoint, method)] as const),
  );
}

function operationOf(endpoint: IdentityEndpoint, method: 'GET' | 'POST'): ZodOpenApiOperationObject {
  const { name, methods, description, proof, form, readsQuery = false } = endpoint;
  const id = `identity-${name}${methods.length > 1 ? `-${method.toLowerCase()}` : ''}`;
  const inForm = form !== undefined && method === 'POST';
  return {
    operationId: id,
    summary: `${id[0].toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`,
    description,
    tags: [IDENTITY_TAG[0]],
    requestParams: { path: realmPath, ...(form !== undefined && method === 'GET' && readsQuery && { query: form }) },
    ...(inForm && { requestBody: { required: true, content: { [FORM]: { schema: form } } } }),
    responses: responsesOf(endpoint),
    // A client may prove itself in the form as well.
    security: proof === 'bearer' ? [{ bearer: [] }] : proof === 'client' ? [{ client: [] }, {}] : [],
  };
}

function responsesOf({ answers, proof, form }: IdentityEndpoint): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  const put = (
    status: number | string,
    description: string,
    schema?: z.ZodType,
    headers = errorHeaders(Number(status)),
  ) => {
    const content = schema === undefined ? {} : { content: contentOf(schema, Number(status), description) };
    responses[String(status) as '200'] = { description, headers, ...content };
  };
  for (const [status, [description, schema]] of Object.entries(answers)) {
    put(status, description, schema, successHeaders({ formats: [], shared: null }, {}));
  }
  put(403, 'Refused: it came from a page or by a name that is not allowed, or the token is not enough.', either);
  put(404, 'There is no such realm.', noRealm);
  put(431, 'The address or the headers are too large.', errorBody);
  put(500, 'It failed; the log holds why.', errorBody);
  put(503, 'Something that it needs is away or busy.', either);
  if (proof !== undefined || form !== undefined) {
    put(400, 'The request is refused.', oauthError);
    put(401, 'The client or the token is not good.', oauthError);
    put(408, 'The body paused for too long.', errorBody);
    put(413, 'The body is too large.', errorBody);
    put(415, 'The body is compressed.', errorBody);
    put(429, 'Too many attempts failed.', oauthError, { ...errorHeaders(503) });
  }
  return responses;
}

/** A body by its media type; one of OAuth's errors with an example that is of its status. */
function contentOf(schema: z.ZodType, status: number, description: string): ReturnType<typeof errorContent> {
  if (schema !== oauthError && schema !== either) return errorContent(schema, status, description);
  const error = Object.entries(OAUTH_ERRORS).find(([, of]) => of === status)?.[0];
  const value = { error, error_description: description };
  return { 'application/json': { schema, examples: { usual: { value } } } };
}
