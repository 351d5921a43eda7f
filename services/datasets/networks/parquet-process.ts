import { DuckDBInstance } from '@duckdb/node-api';
import { messageOf } from '../../../schemas/errors.ts';
import type { ParquetOrder, ParquetReport } from './parquet-messages.ts';

/*
 * Runs one statement of DuckDB and ends. A process of its own: what the engine takes is given back when it ends, and it
 * can be killed in the middle. Started by `runParquetProcess` alone.
 */

async function run({ statement, settings }: ParquetOrder): Promise<void> {
  process.umask(0o077);
  const instance = await DuckDBInstance.create(':memory:', { ...settings });
  const connection = await instance.connect();
  await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

function report(message: ParquetReport): void {
  process.send?.(message, () => process.disconnect());
}

// Its owner is gone, or has its answer: nobody waits for what it still does.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal's Ctrl-C reaches the whole group: the owner decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('message', (order: ParquetOrder) => {
  run(order).then(
    () => report({ failed: null }),
    (error: unknown) => report({ failed: messageOf(error) }),
  );
});
