import workerpool, { type Pool } from 'workerpool';
import { moduleToFork } from './fork-module.ts';

/**
 * Processes of their own, with nothing of this one's environment, that do what a module of ours offers its pool; each is
 * begun when there is first something for it to do.
 *
 * @param module path without its ending, relative to the caller
 * @param caller `import.meta.url` of the caller
 * @param most processes at most
 */
export function processPool(module: string, caller: string, most: number): Pool {
  const { script, execArgv } = moduleToFork(module, caller);
  return workerpool.pool(script, { workerType: 'process', maxWorkers: most, forkOpts: { execArgv, env: {} } });
}
