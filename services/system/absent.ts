/**
 * Stands where a process has none of something because no part of it works on it: to ask it for anything is a mistake.
 *
 * @param what that is missing, in words
 */
export function absent<T extends object>(what: string): T {
  return new Proxy({} as T, {
    get: () => {
      throw new Error(`this process has no ${what}`);
    },
  });
}
