// Loaded before the tests by test/side-by-side.ts: the processes that the code under test forks (engines, runs of queries,
// drawings) run from the build as they do for users. From the sources each would load tsx and compile again.
import childProcess, { type ForkOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
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
syncBuiltinESMExports();

function withoutTsx({ execArgv = [], ...options }: ForkOptions): ForkOptions {
  const at = execArgv.indexOf('--import');
  return { ...options, execArgv: at < 0 ? execArgv : execArgv.toSpliced(at, 2) };
}
