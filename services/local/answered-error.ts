import { ERRORS, type ErrorCode, HalcyonError, type Problem } from '../../schemas/errors.ts';

/**
 * The error that a running system answered, as if it had been thrown here.
 *
 * @param body of its answer, JSON
 */
export function answeredError(status: number, body: string): HalcyonError {
  const { detail = `the running system answered ${status}`, code = '' } = answerOf(body);
  if (typeof detail === 'string') return new HalcyonError(code in ERRORS ? (code as ErrorCode) : 'internal', detail);
  return new HalcyonError('invalid_parameter', detail.map(({ msg }) => msg).join('; '), { problems: detail });
}

function answerOf(body: string): { readonly detail?: string | Problem[]; readonly code?: string } {
  try {
    return JSON.parse(body) as { detail?: string | Problem[]; code?: string };
  } catch {
    return {};
  }
}
