import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';

/*
 * Makes an empty cluster in the folder it is sent, and ends. A process of its own, since the engine computes for seconds
 * without a pause, in which its process would answer nobody. Started by `EmbeddedCatalogue` alone.
 */

// The faster code that V8 makes of what runs often would be ready when this process is done: it takes a quarter of its time.
setFlagsFromString('--wasm-tiering-budget=1000000000');

// Nobody else may read or write what it makes.
process.umask(0o077);

process.on('message', (folder: string) => {
  PGlite.create(folder)
    .then((engine) => engine.close())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`, () => process.exit(1));
      },
    );
});
// A terminal's Ctrl-C reaches the whole group: the owner decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
