import { QueryRunner } from '../../../../services/datasets/queries/query-runner.ts';

/* A process that runs a statement without end in the folder that it is given. */

const runner = new QueryRunner({ timeMs: 600_000, memory: 2 ** 28, rows: 1_000, output: 2 ** 20, atOnce: 1 });
const statement = 'SELECT count(*) FROM range(100000000000) WHERE hash(range) = 1';
const { signal } = new AbortController();
await runner.run({ statement, files: new Map(), folder: process.argv[2], caller: '', signal });
