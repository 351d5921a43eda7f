import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../../schemas/configuration.ts';
import { ERRORS, type ErrorCode, HalcyonError, type Problem } from '../../schemas/errors.ts';
import { ADMINISTRATION_PATH, administer } from '../identity/administration/administration-routes.ts';
import { openIdentity } from '../identity/open-identity.ts';
import { askLocally, servesLocally, servicesSocket } from '../local/services-socket.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { openCatalogue } from '../stores/open-catalogue.ts';

/** How long a system that starts or ends may hold the catalogue without serving commands [ms]. */
const WAIT_MS = 20_000;
const LOOK_MS = 200;

/**
 * Does an operation of an administrator: through the running system that holds the embedded catalogue, else on the
 * catalogue itself.
 *
 * @returns lines for the administrator
 * @throws HalcyonError what the operation or the catalogue throws
 */
export async function administerFrom(
  configuration: Configuration,
  operation: string,
  request: unknown,
  now: () => number,
): Promise<readonly string[]> {
  const { postgresUrl, data: dataFolder } = configuration;
  if (postgresUrl !== '') return onCatalogue(await openCatalogue({ postgresUrl, dataFolder }));
  const socket = await servicesSocket(dataFolder);
  const until = Date.now() + WAIT_MS;
  for (;;) {
    if (await servesLocally(socket)) return throughSystem(socket, operation, request);
    try {
      return await onCatalogue(await openCatalogue({ dataFolder, waitMs: 0 }));
    } catch (error) {
      if (!(error instanceof HalcyonError) || error.code !== 'store_locked' || Date.now() >= until) throw error;
      await sleep(LOOK_MS);
    }
  }

  async function onCatalogue(catalogue: Catalogue): Promise<readonly string[]> {
    try {
      const say = () => undefined;
      const identity = await openIdentity({ configuration, catalogue, publicUrl: () => '', now, say });
      return await administer(operation, request, identity);
    } finally {
      await catalogue.close();
    }
  }
}

async function throughSystem(socket: string, operation: string, request: unknown): Promise<readonly string[]> {
  const { status, body } = await askLocally(socket, {
    method: 'POST',
    path: `${ADMINISTRATION_PATH}/${operation}`,
    contentType: 'application/json',
    body: JSON.stringify(request),
  });
  const answer = JSON.parse(body) as { lines?: string[]; detail?: string | Problem[]; code?: string };
  if (status === 200) return answer.lines ?? [];
  const { detail = `the running system answered ${status}`, code = '' } = answer;
  if (typeof detail === 'string') throw new HalcyonError(code in ERRORS ? (code as ErrorCode) : 'internal', detail);
  throw new HalcyonError('invalid_parameter', detail.map(({ msg }) => msg).join('; '), { problems: detail });
}
