import { once } from 'node:events';
import { type IncomingMessage, request as requestOpenly } from 'node:http';
import { type Agent, request as requestSecurely } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { HalcyonError } from '../../../schemas/errors.ts';

/** The rule by which the schemas of a topic may change. */
const RULE = 'BACKWARD';
/** The rule of a subject that nobody gave one. */
const NO_RULE = 'NONE';
/** How long a registry may take for an answer [ms]. */
const ANSWER_MS = 10_000;

/** Where a registry is. */
export interface RegistryPlace {
  readonly url: string;
  /** For https: whom it trusts and which certificate it shows. */
  readonly agent?: Agent;
}

/**
 * True where the registry knows a subject that nobody gave a rule; a subject that it does not know is given one with its
 * first schema.
 *
 * @throws HalcyonError `invalid_configuration` where it is held to another; what the connection threw, or an Error with
 *   the `status`, where the registry does not answer as it should
 */
export async function lacksRule(place: RegistryPlace, subject: string): Promise<boolean> {
  const answer = await ask(place, 'GET', subject);
  if (answer.status === 404) return false;
  const { compatibilityLevel: level } = JSON.parse(answer.text) as { compatibilityLevel?: unknown };
  if (level === RULE || level === NO_RULE) return level === NO_RULE;
  throw new HalcyonError(
    'invalid_configuration',
    `the registry holds ${subject} to the rule ${String(level)}, should be ${RULE}: a newer version of Halcyon reads what an older one wrote`,
  );
}

/** Holds a subject to the rule from now on. */
export async function setRule(place: RegistryPlace, subject: string): Promise<void> {
  await ask(place, 'PUT', subject, JSON.stringify({ compatibility: RULE }));
}

async function ask(
  { url, agent }: RegistryPlace,
  method: string,
  subject: string,
  body = '',
): Promise<{ status: number; text: string }> {
  const request = url.startsWith('https:') ? requestSecurely : requestOpenly;
  const asking = request(`${url.replace(/\/$/, '')}/config/${encodeURIComponent(subject)}`, {
    method,
    ...(agent && { agent }),
    headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  asking.end(body);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const text = (await buffer(response)).toString('utf8');
  const status = response.statusCode ?? 0;
  if (status !== 200 && !(method === 'GET' && status === 404)) {
    throw Object.assign(new Error(`status ${status} of ${method} /config`), { status });
  }
  return { status, text };
}
