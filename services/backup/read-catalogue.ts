import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { readLocally, servesLocally, servicesSocket } from '../local/services-socket.ts';
import { openCatalogue } from '../stores/open-catalogue.ts';
import { catalogueCopy } from '../stores/postgres/catalogue-copy.ts';
import { COPY_PATH } from './copy-route.ts';

/** How long a system that starts or ends may hold the catalogue without serving commands [ms]. */
const WAIT_MS = 20_000;
const LOOK_MS = 200;

/** Reads the catalogue, each time as it is then. */
export interface CatalogueReader {
  copy(): Promise<Readable>;
  close(): Promise<void>;
}

/**
 * Opens the way to the catalogue: a server, the running system that holds the embedded one, else the embedded one itself.
 *
 * @throws HalcyonError `store_unavailable`, `store_locked`, `store_unreadable`
 */
export async function openCatalogueReader({ postgresUrl, data }: Configuration): Promise<CatalogueReader> {
  const dataFolder = data;
  if (postgresUrl !== '') return ofCatalogue(await openCatalogue({ postgresUrl, dataFolder }));
  const socket = await servicesSocket(dataFolder);
  for (const until = Date.now() + WAIT_MS; ; ) {
    if (await servesLocally(socket)) {
      return { copy: () => readLocally(socket, COPY_PATH), close: async () => undefined };
    }
    try {
      return ofCatalogue(await openCatalogue({ dataFolder, waitMs: 0 }));
    } catch (error) {
      if (!(error instanceof HalcyonError) || error.code !== 'store_locked' || Date.now() >= until) throw error;
      await sleep(LOOK_MS);
    }
  }

  function ofCatalogue(catalogue: Awaited<ReturnType<typeof openCatalogue>>): CatalogueReader {
    return { copy: async () => catalogueCopy(catalogue), close: () => catalogue.close() };
  }
}
