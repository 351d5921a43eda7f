import { workerData } from 'node:worker_threads';
import { extract } from 'tar';
import type { Unpacking } from './empty-cluster.ts';

// Unpacks a cluster: hundreds of small files, which take half the time one after the other that they take many at once.
const { file, folder } = workerData as Unpacking;
extract({ file, cwd: folder, preserveOwner: false, sync: true });
