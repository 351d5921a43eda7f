import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Does the work on a request: what is written to the log meanwhile carries its id. */
export function inRequest<T>(id: string, work: () => Promise<T>): Promise<T> {
  return current.run(id, work);
}

/** Id of the request that is being worked on; null outside of any. */
export function currentRequest(): string | null {
  return current.getStore() ?? null;
}
