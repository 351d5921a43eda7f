import type { Readable } from 'node:stream';
import type { Configuration } from '../../schemas/configuration.ts';
import { COPY_PATH } from '../api/copy-route.ts';
import { readLocally } from '../local/services-socket.ts';
import { catalogueCopy } from '../stores/postgres/catalogue-copy.ts';
import { reachCatalogue } from '../system/reach-catalogue.ts';

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
export function openCatalogueReader(configuration: Configuration): Promise<CatalogueReader> {
  return reachCatalogue<CatalogueReader>(configuration, {
    throughSystem: async (socket) => ({ copy: () => readLocally(socket, COPY_PATH), close: async () => undefined }),
    onCatalogue: async (catalogue) => ({
      copy: async () => catalogueCopy(catalogue),
      close: () => catalogue.close(),
    }),
  });
}
