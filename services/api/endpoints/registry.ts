import type { Endpoint } from '../../http/endpoint.ts';
import { docs } from './docs.ts';
import { docsError } from './docs-error.ts';
import { docsFile } from './docs-file.ts';
import { healthz } from './healthz.ts';
import { metrics } from './metrics.ts';
import type { ProcessDependencies } from './process-dependencies.ts';
import { readyz } from './readyz.ts';
import { root } from './root.ts';

/** The endpoints that every process has; the documents of all of them are made where all are known. */
export const PROCESS_ENDPOINTS: readonly Endpoint<ProcessDependencies>[] = [
  root,
  docs,
  docsFile,
  docsError,
  healthz,
  readyz,
  metrics,
];
