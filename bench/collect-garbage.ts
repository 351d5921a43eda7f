import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes of heap in use once nothing is left that could be freed. */
export function heapAfterCollection(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
