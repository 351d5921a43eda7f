import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { kafkaJars } from '../../../deploy/servers/server-jars.ts';
import type { ContainerEngine } from './container-engine.ts';

const SUITE = 'bookworm';
/** What Debian's slim images leave out. */
const LEFT_OUT = ['/usr/share/doc/*', '/usr/share/locale/*'];
const MERGED_USR = '/usr/share/mmdebstrap/hooks/merged-usr';
const MAKE_MS = 600_000;

/** Where the broker's jars are in its image, and where it keeps its data. */
export const BROKER_JARS = '/opt/kafka';
export const BROKER_DATA = '/var/lib/kafka';

/** Why no image can be made of Debian's packages here, with what would be needed; null where one can. */
export function baseImagesMissing(): string | null {
  const found = spawnSync('mmdebstrap', ['--version'], { stdio: 'ignore' });
  return found.error === undefined ? null : 'no mmdebstrap on this machine: apt-get install mmdebstrap';
}

/**
 * Makes an image that stands in for `node:20-bookworm-slim`: Debian's minimal system with this machine's Node.js and npm,
 * which uses the registry and trusts the certificates that npm does here.
 *
 * @param folder for what goes into it
 */
export async function makeNodeImage(engine: ContainerEngine, folder: string, image: string): Promise<void> {
  const root = join(folder, 'node');
  const local = (...path: string[]) => join(root, 'usr', 'local', ...path);
  for (const path of ['bin', 'etc', join('lib', 'node_modules')]) mkdirSync(local(path), { recursive: true });
  cpSync(realpathSync(process.execPath), local('bin', 'node'));
  cpSync(npmFolder(), local('lib', 'node_modules', 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', local('bin', 'npm'));
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const settings = [`registry=${registry}`];
  const certificates = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  if (certificates !== '') {
    cpSync(realpathSync(certificates), local('etc', 'certificates.pem'));
    settings.push('cafile=/usr/local/etc/certificates.pem');
  }
  writeFileSync(local('etc', 'npmrc'), `${settings.join('\n')}\n`);
  await makeImage(engine, {
    folder,
    image,
    packages: ['libstdc++6'],
    root,
    leftOut: [...LEFT_OUT, '/usr/share/man/*'],
  });
}

/** Makes an image with Java and the jars of a broker, for user 1000. */
export async function makeBrokerImage(engine: ContainerEngine, folder: string, image: string): Promise<void> {
  const root = join(folder, 'broker');
  mkdirSync(join(root, dirname(BROKER_JARS)), { recursive: true });
  cpSync(await kafkaJars(), join(root, BROKER_JARS), { recursive: true });
  const home = `install --directory --owner=1000 --group=1000 "$1${BROKER_DATA}"`;
  const readable = `chmod --recursive a+rX "$1${BROKER_JARS}"`;
  // The package of Java makes links among the manual pages.
  await makeImage(engine, {
    folder,
    image,
    packages: ['openjdk-17-jre-headless'],
    root,
    leftOut: LEFT_OUT,
    hook: `${home} && ${readable}`,
  });
}

interface ImageContents {
  readonly folder: string;
  readonly image: string;
  readonly packages: readonly string[];
  /** Its files go into the image as they lie here. */
  readonly root: string;
  /** Paths that no package brings. */
  readonly leftOut: readonly string[];
  /** Run at the end, with the root of the image as its argument. */
  readonly hook?: string;
}

async function makeImage(engine: ContainerEngine, contents: ImageContents): Promise<void> {
  const { folder, image, packages, root, leftOut, hook } = contents;
  const archive = join(folder, `${image.replaceAll(/\W/g, '-')}.tar`);
  const args = [
    '--variant=minbase',
    `--hook-directory=${MERGED_USR}`,
    `--include=${['usr-is-merged', ...packages].join()}`,
    ...leftOut.map((path) => `--dpkgopt=path-exclude=${path}`),
    `--customize-hook=sync-in "${root}" /`,
    ...(hook === undefined ? [] : [`--customize-hook=${hook}`]),
    ...[SUITE, archive],
  ];
  try {
    await promisify(execFile)('mmdebstrap', args, { timeout: MAKE_MS, maxBuffer: 2 ** 26 });
  } catch (cause) {
    const words = String((cause as { stderr?: string }).stderr ?? cause).trim();
    throw new Error(`${image} cannot be made: ${words.split('\n').slice(-5).join(' ')}`, { cause });
  }
  engine.keepsImage(image);
  await engine.docker('import', archive, image);
  rmSync(archive);
}

/** Folder of the npm that runs this, or of the one that is installed. */
function npmFolder(): string {
  const running = process.env['npm_execpath'];
  if (running?.endsWith('npm-cli.js')) return dirname(dirname(realpathSync(running)));
  return join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
}
