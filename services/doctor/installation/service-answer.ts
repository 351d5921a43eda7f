/** How long a server is waited for [ms]. */
const ANSWER_MS = 5_000;

/** What a service answered. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: string;
}

/** Asks a service for a path; redirects are not followed. @throws Error where it does not answer within five seconds */
export async function answerOf(url: string, path = ''): Promise<ServiceAnswer> {
  const response = await fetch(`${url}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
  return { status: response.status, body: await response.text() };
}

/** Why a server could not be asked, beneath the words of `fetch`. */
export function whyNot(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer within 5 s' : String(message);
}
