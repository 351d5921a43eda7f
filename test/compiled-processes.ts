// Loaded before the tests by test/side-by-side.ts: the processes and threads that the code under test begins (engines, runs
// of queries, drawings, answers, files) run from the build as they do for users. From the sources each would load tsx and
// compile again.
import childProcess, { type ForkOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { Worker, type WorkerOptions } from 'node:worker_threads';
import { compiledFile } from './compiled.ts';

if (process.features.require_module) {
  throw new Error(
    'mocha should read .mocharc.json: without test/as-modules.mjs there are two copies of what is imported late',
  );
}
const { fork } = childProcess;
Object.assign(childProcess, {
  fork: (script: string, args: readonly string[], options: ForkOptions = {}) => {
    const compiled = compiledFile(script);
    return compiled === null ? fork(script, args, options) : fork(compiled, args, withoutTsx(options));
  },
});

/** What a thread of a source is given to run, see `moduleToThread`: a text that imports it. */
const SOURCE = /await import\('(file:[^']+)'\)/;

class CompiledWorker extends Worker {
  constructor(script: string | URL, options: WorkerOptions = {}) {
    const source = SOURCE.exec(decodeURIComponent(String(script)))?.[1];
    const compiled = source === undefined ? null : compiledFile(fileURLToPath(source));
    if (compiled === null) super(script, options);
    else super(compiled, { ...options, execArgv: [] });
  }
}

Object.assign(threads, { Worker: CompiledWorker });
syncBuiltinESMExports();

function withoutTsx({ execArgv = [], ...options }: ForkOptions): ForkOptions {
  const at = execArgv.indexOf('--import');
  return { ...options, execArgv: at < 0 ? execArgv : execArgv.toSpliced(at, 2) };
}
