import { resolve } from 'node:path';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { SILENT } from '../../schemas/logger.ts';
import { withCommandAudit } from '../audit/command-audit.ts';
import { ADMINISTRATION_PATH, administer } from '../identity/administration/administration-routes.ts';
import type { OperationAnswer } from '../identity/administration/operation.ts';
import { OPERATIONS } from '../identity/administration/registry.ts';
import { openIdentity } from '../identity/open-identity.ts';
import { answeredError } from '../local/answered-error.ts';
import { askLocally } from '../local/services-socket.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { reachCatalogue } from './reach-catalogue.ts';

/**
 * Does an operation of an administrator: through the running system that holds the embedded catalogue, else on the
 * catalogue itself.
 *
 * @throws HalcyonError what the operation or the catalogue throws; `store_unreadable` for a list of what was never made
 */
export async function administerFrom(
  configuration: Configuration,
  operation: string,
  request: unknown,
  now: () => number,
  logFailure: (line: string, cause: unknown) => void,
): Promise<OperationAnswer> {
  return reachCatalogue(configuration, {
    throughSystem: (socket) => throughSystem(socket, operation, request),
    onCatalogue,
    ...(OPERATIONS.get(operation)?.audit === null && { onNothing }),
  });

  /** What only reads makes no catalogue. */
  async function onNothing(): Promise<OperationAnswer> {
    const what = `${resolve(configuration.data)} holds no catalogue of Halcyon`;
    const right = 'name the data folder with HALCYON_DATA, or start the system, which makes one';
    throw new HalcyonError('store_unreadable', `${what}; ${right}`);
  }

  async function onCatalogue(catalogue: Catalogue): Promise<OperationAnswer> {
    try {
      return await withCommandAudit(configuration, now, logFailure, async (audit) => {
        const identity = await openIdentity({
          configuration,
          catalogue,
          audit,
          publicUrl: () => '',
          now,
          logger: SILENT,
        });
        return administer(operation, request, identity);
      });
    } finally {
      await catalogue.close();
    }
  }
}

async function throughSystem(socket: string, operation: string, request: unknown): Promise<OperationAnswer> {
  const { status, body } = await askLocally(socket, {
    method: 'POST',
    path: `${ADMINISTRATION_PATH}/${operation}`,
    contentType: 'application/json',
    body: JSON.stringify(request),
  });
  if (status !== 200) throw answeredError(status, body);
  return (JSON.parse(body) as { answer?: OperationAnswer }).answer ?? [];
}
