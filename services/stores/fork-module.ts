import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Starts a module of ours as a process of its own: the compiled one, or its source where the caller runs from sources.
 *
 * @param module path without its ending, relative to the caller
 * @param caller `import.meta.url` of the caller
 */
export function forkModule(module: string, caller: string, options: ForkOptions): ChildProcess {
  const { script, execArgv } = moduleToFork(module, caller);
  return fork(script, [], { ...options, execArgv });
}

/** The file of such a module and the arguments of Node.js that it needs, for those that fork it by other means. */
export function moduleToFork(module: string, caller: string): { readonly script: string; readonly execArgv: string[] } {
  const typescript = caller.endsWith('.ts');
  const script = fileURLToPath(new URL(`${module}${typescript ? '.ts' : '.js'}`, caller));
  const execArgv = typescript ? ['--import', pathToFileURL(createRequire(caller).resolve('tsx')).href] : [];
  return { script, execArgv };
}

/** What a worker thread runs to run such a module: its file, or from sources a text that takes in the loader first. */
export function moduleToThread(module: string, caller: string): URL {
  const url = pathToFileURL(moduleToFork(module, caller).script);
  if (!caller.endsWith('.ts')) return url;
  // A thread does not take the loader from its arguments; what registers it there lies beside it.
  const loader = new URL('esm/api/index.mjs', pathToFileURL(createRequire(caller).resolve('tsx'))).href;
  const text = `import { register } from '${loader}'; register(); await import('${url.href}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}
