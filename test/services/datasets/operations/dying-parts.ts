import type { DatasetDependencies } from '../../../../services/datasets/dataset-dependencies.ts';
import type { Statements } from '../../../../services/stores/catalogue.ts';

/** What a process that was killed would never have thrown. */
export class Killed extends Error {}

/**
 * The parts of a process that dies at its n-th step: what it asks of the catalogue and the storage from then on is not done,
 * and the transaction that it is in is rolled back, as the database does when a client is gone.
 *
 * @param after true: the step itself is done, and nobody hears of it
 */
export function dyingParts(
  parts: DatasetDependencies,
  n: number,
  after: boolean,
): { parts: DatasetDependencies; steps: () => number } {
  let steps = 0;
  const step = async <T>(does: () => Promise<T>): Promise<T> => {
    steps += 1;
    if (steps > n || (steps === n && !after)) throw new Killed();
    const done = await does();
    if (steps === n) throw new Killed();
    return done;
  };
  const statements = (inner: Statements): Statements => ({
    query: (sql, parameters) => step(() => inner.query(sql, parameters)),
  });
  const { catalogue, storage } = parts;
  const dying: DatasetDependencies = {
    ...parts,
    catalogue: {
      ...statements(catalogue),
      // The commit is a step of its own: it is done, and nobody hears of it.
      transaction: (work) => step(() => catalogue.transaction((inner) => work(statements(inner)))),
      check: () => catalogue.check(),
      close: async () => undefined,
    },
    storage: {
      put: (...given) => step(() => storage.put(...given)),
      stat: (...given) => step(() => storage.stat(...given)),
      read: (...given) => step(() => storage.read(...given)),
      copy: (...given) => step(() => storage.copy(...given)),
      remove: (...given) => step(() => storage.remove(...given)),
      list: (bucket) => storage.list(bucket),
      localFile: (...given) => step(() => storage.localFile(...given)),
      removeUnfinished: (before) => step(() => storage.removeUnfinished(before)),
      check: () => storage.check(),
      close: async () => undefined,
    },
  };
  return { parts: dying, steps: () => steps };
}
