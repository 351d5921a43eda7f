// npm run build:bundle
//
// Puts what the commands import of ours, and the processes and threads that they begin, into some 200 files of dist/bin: a start
// reads those that it needs in place of a thousand. Packages stay where they are, and what else imports modules of dist has them.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const commands = ['halcyon', 'anomaly-detector'].map((name) => join(dist, 'services', 'cli', `${name}.js`));
// A module names what it begins relative to itself, so all of them lie in one folder.
const begun = readdirSync(join(dist, 'services'), { recursive: true })
  .filter((file) => /-(process|thread)\.js$/.test(file))
  .map((file) => join(dist, 'services', file));
const outdir = join(dist, 'bin');
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [...commands, ...begun],
  outdir,
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
});
