// Installs what runs the services, as users do, into a folder of its own and measures it:
//   npm run check:install [-- --most=800]
// Ends with 1 where it takes more than so many MB, as `du -sm` counts them. The embedded stores are in it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from './shipped-packages.mjs';

/** As `du -sm` counts them [bytes]. */
const MB = 2 ** 20;
/** What `stat` counts blocks in, on every system [bytes]. */
const BLOCK = 512;
/** Packages that are named. */
const LARGEST = 10;

/**
 * The packages below a folder `node_modules` by name, the largest first, with their own nested ones; `bytes` is what they
 * take on disk.
 */
export function packageSizes(modules) {
  const packages = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inside) => `${name}/${inside}`) : [name],
  );
  return packages
    .map((name) => ({ name, bytes: bytesOf(join(modules, name)) }))
    .sort((one, other) => other.bytes - one.bytes);
}

function bytesOf(path) {
  const stat = lstatSync(path);
  const own = stat.blocks * BLOCK;
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), own) : own;
}

function measure() {
  const { most } = parseArgs({ options: { most: { type: 'string', default: '800' } } }).values;
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-install-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(root, file), join(folder, file));
    const words = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--loglevel=error'];
    execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const packages = packageSizes(join(folder, 'node_modules'));
    const megabytes = Math.round(packages.reduce((sum, { bytes }) => sum + bytes, 0) / MB);
    for (const { name, bytes } of packages.slice(0, LARGEST))
      console.log(`${(bytes / MB).toFixed(1).padStart(7)}  ${name}`);
    console.log(`${megabytes} MB in ${packages.length} packages, at most ${most} MB are allowed`);
    if (megabytes > Number(most)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) measure();
