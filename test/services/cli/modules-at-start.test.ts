import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';

/** The modules of the project that a command of `halcyon` takes in, as Node.js writes down what it has run. */
function modulesOf(argv: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-modules-'));
  try {
    // The sources: a bundle says nothing of the modules in it.
    const words = ['--import', import.meta.resolve('tsx'), packageFile('services/cli/halcyon.ts')];
    execFileSync(process.execPath, [...words, ...argv], {
      env: { ...process.env, NODE_V8_COVERAGE: folder },
    });
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const urls = written.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result);
    return urls.flatMap(({ url }) => /\/((?:schemas|ingest|detectors|services)\/[^?]+)\.[jt]s/.exec(url)?.[1] ?? []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('halcyon', () => {
  it('takes in no command, and none of what commands work on, before one is asked for', () => {
    const taken = modulesOf(['--version']).filter((module) => !/^(schemas|services\/cli\/[^/]*$)/.test(module));
    assert.deepEqual(taken.sort(), [
      'services/cli/commands/alerts/add-alert-commands',
      'services/cli/commands/audit/add-audit-commands',
      'services/cli/commands/datasets/add-dataset-commands',
      'services/cli/commands/elements/add-element-commands',
      'services/cli/commands/identity/add-identity-commands',
      'services/cli/commands/identity/secret-input',
      'services/cli/commands/limits/add-limits-commands',
      'services/cli/commands/records/add-record-commands',
      'services/cli/completion/add-completion-command',
      'services/cli/completion/shells',
      'services/cli/frame/command-frame',
      'services/cli/frame/command-table',
      'services/cli/frame/elements-of-arguments',
      'services/cli/frame/output-format',
      'services/cli/frame/source-options',
    ]);
  });
});
