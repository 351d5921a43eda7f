import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How schemathesis is run over some operations of a document. */
export interface SchemathesisRun {
  /** Path of a Python interpreter that has it. */
  readonly python: string;
  /** For its reports and settings. */
  readonly folder: string;
  /** Address of the document. */
  readonly document: string;
  /** Requests of each operation that are made at random. */
  readonly examples: string;
  readonly seed: string;
  /** Header of the caller; '' for none. */
  readonly authorization: string;
  /** Which operations, in its own options. */
  readonly choice: readonly string[];
  /** Ids of things that there are, by the operations in whose path they stand. */
  readonly ids: Readonly<Record<string, string>>;
}

const file = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

/** Runs schemathesis with all its checks, a line for each operation as it goes; resolves with its exit code. */
export async function runSchemathesis(run: SchemathesisRun): Promise<number> {
  const { python, folder, document, examples, seed, authorization, choice, ids } = run;
  const settings = join(folder, 'schemathesis.toml');
  const known = Object.entries(ids).map(
    ([operation, id]) =>
      `[[operations]]\ninclude-operation-id = "${operation}"\nparameters = { "path.id" = "${id}" }\n`,
  );
  writeFileSync(settings, `${readFileSync(file('schemathesis.toml'), 'utf8')}\n${known.join('\n')}`);
  const args = ['-m', 'schemathesis.cli', '--config-file', settings, 'run', document, ...choice];
  args.push('--checks', 'all', '--continue-on-failure', '--max-examples', examples, '--seed', seed);
  args.push('--request-timeout', '30', '--no-color');
  if (authorization !== '') args.push('--header', `Authorization: ${authorization}`);
  const left = join(folder, 'not-asked.txt');
  rmSync(left, { force: true });
  const env = { ...process.env, PYTHONPATH: file('.'), SCHEMATHESIS_HOOKS: file('progress.py') };
  const child = spawn(python, args, { cwd: folder, stdio: 'inherit', env });
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  // A whole document has been through where nothing is left that nobody has asked.
  return existsSync(left) && readFileSync(left, 'utf8') === '' ? code : 1;
}
