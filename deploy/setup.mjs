// Makes a checkout ready: installs the dependencies when the lock file is newer than what is installed, and with
// --build compiles when a source is newer than the build. Plain Node, because nothing is installed yet when it runs.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Halcyon needs Node.js 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

const age = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
const run = (...command) => execFileSync('npm', command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

// What the browser gets is built by itself: its newest file says nothing of the rest.
const client = join(root, 'services', 'web', 'client');

function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (path === client) continue;
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return time;
}

try {
  if (age(join(root, 'node_modules', '.package-lock.json')) < age(join(root, 'package-lock.json'))) {
    console.log('Installing dependencies ...');
    // No package needs its install script, as .npmrc says: what is native comes built.
    run('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  }
  if (process.argv.includes('--build')) {
    const sources = Math.max(
      ...['schemas', 'ingest', 'detectors', 'services'].map((floor) => newest(join(root, floor))),
      age(join(root, 'tsconfig.build.json')),
    );
    // The pages take their types, and some values, from the schemas.
    const ofPages = Math.max(newest(client), newest(join(root, 'schemas')), age(join(root, 'package-lock.json')));
    const pagesBuilt = Math.min(
      ...['web/index.html', 'swagger-ui/LICENSE', 'redoc/LICENSE'].map((file) => age(join(root, 'dist', file))),
    );
    // The commands are bundled last.
    const built = Math.min(age(join(root, 'dist', '.tsbuildinfo')), age(join(root, 'dist', 'bin', 'halcyon.js')));
    if (built < sources || pagesBuilt < ofPages) {
      console.log('Building ...');
      run('run', '--silent', 'build');
    }
  }
} catch (error) {
  console.error(`The set-up failed: ${error.message}`);
  process.exit(1);
}
