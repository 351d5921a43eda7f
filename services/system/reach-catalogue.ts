import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { servesLocally, servicesSocket } from '../local/services-socket.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { assertInstalled } from '../stores/embedded-engines.ts';
import { openCatalogue } from '../stores/opening/open-catalogue.ts';

/** How long a system that starts or ends may hold the catalogue without serving commands [ms]. */
const WAIT_MS = 20_000;
const LOOK_MS = 200;

/** What a command does with the catalogue, by the way on which it is reached. */
export interface CatalogueWays<T> {
  /** Through the running system that holds the embedded one, by its socket for commands. */
  readonly throughSystem: (socket: string) => Promise<T>;
  /** On the catalogue itself, which it closes: a server's, or the embedded one that nobody holds. */
  readonly onCatalogue: (catalogue: Catalogue) => Promise<T>;
  /** For who only reads: where the embedded one was never made. Absent: it is made. */
  readonly onNothing?: () => Promise<T>;
}

/**
 * Reaches the catalogue that the settings name, whoever holds it.
 *
 * @throws HalcyonError what the ways and the catalogue throw; `invalid_configuration` where neither server nor engine is there; `store_locked` where somebody holds it and serves nobody
 */
export async function reachCatalogue<T>(
  { postgresUrl, data: dataFolder }: Pick<Configuration, 'postgresUrl' | 'data'>,
  { throughSystem, onCatalogue, onNothing }: CatalogueWays<T>,
): Promise<T> {
  if (postgresUrl !== '') return onCatalogue(await openCatalogue({ postgresUrl, dataFolder }));
  assertInstalled('catalogue');
  const socket = await servicesSocket(dataFolder);
  const until = Date.now() + WAIT_MS;
  for (;;) {
    if (await servesLocally(socket)) return throughSystem(socket);
    if (onNothing !== undefined && !existsSync(join(dataFolder, 'catalogue'))) return onNothing();
    try {
      return await onCatalogue(await openCatalogue({ dataFolder, waitMs: 0 }));
    } catch (error) {
      if (!(error instanceof HalcyonError) || error.code !== 'store_locked' || Date.now() >= until) throw error;
      await sleep(LOOK_MS);
    }
  }
}
