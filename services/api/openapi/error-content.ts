import type { z } from 'zod';
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import type { ErrorCode } from '../../../schemas/errors.ts';
import { datasetError } from '../../../schemas/http/datasets/envelopes.ts';
import { errorBody } from '../../../schemas/http/errors/http-validation-error.ts';

/** The code that most answers of a status have. */
const USUAL_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_query',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  409: 'insufficient_data',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
  429: 'too_many_requests',
  // Of the connection, which has no code of its own.
  431: 'payload_too_large',
  500: 'internal',
  501: 'unsupported_query',
  503: 'store_unavailable',
};

/** The body of an error by its media type, with an example that is of its status where its form says which it is. */
export function errorContent(
  schema: z.ZodType,
  status: number,
  description: string,
): Readonly<Record<string, ZodOpenApiMediaTypeObject>> {
  const value =
    schema === datasetError
      ? { detail: { code: status, error: description } }
      : schema === errorBody
        ? { detail: description, code: USUAL_CODES[status] }
        : undefined;
  return { 'application/json': { schema, ...(value !== undefined && { examples: { usual: { value } } }) } };
}
