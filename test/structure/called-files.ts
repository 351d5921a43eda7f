import { Session } from 'node:inspector/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How often each function of a file was called, by `path` and a name that is the function's alone. */
export type Calls = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Counts the calls of this process's functions (V8's precise coverage), by the files that hold them. What other processes
 * and threads do is not counted.
 */
export class CalledFiles {
  readonly #session = new Session();
  readonly #root: string;

  /** @param root folder whose files are counted, with its last `/` */
  constructor(root: string) {
    this.#root = pathToFileURL(root).href;
  }

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** What was called since it was last asked. */
  async take(): Promise<Calls> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const calls = new Map<string, Map<string, number>>();
    for (const { url, functions } of result) {
      if (!url.startsWith(this.#root)) continue;
      const path = fileURLToPath(url.replace(/[?#].*$/, '')).slice(fileURLToPath(this.#root).length);
      const ofFile = calls.get(path) ?? new Map<string, number>();
      for (const { functionName, ranges } of functions) {
        const [{ startOffset, count }] = ranges;
        if (count > 0) ofFile.set(`${functionName}@${startOffset}`, count);
      }
      if (ofFile.size > 0) calls.set(path, ofFile);
    }
    return calls;
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}

/** The files of whose functions one at least was called more often than it is in the same time without cause, by path. */
export function filesBeyond(calls: Calls, idle: readonly Calls[]): string[] {
  const files = [...calls].filter(([path, functions]) =>
    [...functions].some(([name, count]) => idle.every((other) => count > (other.get(path)?.get(name) ?? 0))),
  );
  return files.map(([path]) => path).sort();
}
