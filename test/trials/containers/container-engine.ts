import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningServer, startProgram } from '../../../deploy/servers/server-process.ts';

const READY_MS = 60_000;
/** A build installs the packages and compiles [ms]. */
const COMMAND_MS = 1_200_000;
/** Where Debian puts the daemon: not everybody has it in PATH. */
const DAEMONS = ['dockerd', '/usr/sbin/dockerd'];

/** How a command of the engine ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Why no container can be run here, with what would be needed; null where one can. */
export function engineMissing(): string | null {
  if (process.platform !== 'linux') return 'containers share the network of the machine, which takes Linux';
  if (!isThere('docker')) return 'no docker on this machine: apt-get install docker.io';
  if (answers() || daemon() !== undefined) return null;
  return 'no Docker daemon answers, and none can be started here: apt-get install docker.io, and run this as root';
}

/** A Docker daemon: the one that answers, or one of this run's own. */
export class ContainerEngine {
  readonly #own: OwnDaemon | null;
  /** Of every container of the run. */
  readonly labels = { 'halcyon.trial': String(process.pid) };
  readonly #volumes = new Set<string>();
  readonly #images = new Set<string>();

  private constructor(own: OwnDaemon | null) {
    this.#own = own;
  }

  /**
   * Finds the daemon that answers, or starts one without networks of its own. Sets the environment of this process so that
   * `docker` and testcontainers use it.
   *
   * @param folder for its images and containers
   */
  static async in(folder: string): Promise<ContainerEngine> {
    // Its image cannot be fetched without a network; what was started is ended here.
    process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
    process.env['TESTCONTAINERS_HOST_OVERRIDE'] = '127.0.0.1';
    if (answers()) return new ContainerEngine(null);
    const command = daemon();
    if (command === undefined) throw new Error(engineMissing() ?? '');
    mkdirSync(folder, { recursive: true });
    const socket = `unix://${join(folder, 'docker.sock')}`;
    const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')];
    const networks = ['--bridge=none', '--iptables=false', '--ip6tables=false'];
    const args = [...places, '--pidfile', join(folder, 'docker.pid'), '--host', socket, ...networks];
    process.env['DOCKER_HOST'] = socket;
    const program = { command, args: [...args, '--log-level=warn'], cwd: folder, readyMs: READY_MS };
    return new ContainerEngine({ folder, running: await startProgram(program, answers) });
  }

  /** What it is, for the report: its version and how it keeps images. */
  async title(): Promise<string> {
    const { stdout } = await this.docker('info', '--format', '{{.ServerVersion}} ({{.Driver}})');
    return `Docker ${stdout.trim()}, ${this.#own === null ? 'the one that answers' : 'started for this run'}`;
  }

  /** Runs a command of `docker` that has to succeed. @throws Error with its last words */
  async docker(...words: readonly string[]): Promise<Ended> {
    const ended = await this.tried(...words);
    if (ended.code === 0) return ended;
    const last = `${ended.stdout}\n${ended.stderr}`.trim().split('\n').slice(-30).join('\n');
    throw new Error(`docker ${words.slice(0, 2).join(' ')} ended with ${ended.code}:\n${last}`);
  }

  /** Runs a command of `docker`. */
  async tried(...words: readonly string[]): Promise<Ended> {
    const options = { maxBuffer: 2 ** 28, timeout: COMMAND_MS };
    try {
      const { stdout, stderr } = await promisify(execFile)('docker', words, options);
      return { code: 0, stdout, stderr };
    } catch (error) {
      const { code, stdout = '', stderr = String(error) } = error as Partial<Ended>;
      return { code: typeof code === 'number' ? code : -1, stdout, stderr };
    }
  }

  /** Size of an image as `docker image inspect` has it [bytes]. */
  async sizeOf(image: string): Promise<number> {
    return Number((await this.docker('image', 'inspect', image, '--format', '{{.Size}}')).stdout);
  }

  /** A volume that is removed at the end of the run. */
  async volume(name: string): Promise<string> {
    await this.docker('volume', 'create', name);
    this.#volumes.add(name);
    return name;
  }

  /** Has an image removed at the end of the run. */
  keepsImage(image: string): void {
    this.#images.add(image);
  }

  /** Removes what the run made, and ends a daemon of its own. */
  async stop(): Promise<void> {
    const label = Object.entries(this.labels).map(([name, value]) => `label=${name}=${value}`);
    const { stdout } = await this.tried('ps', '--all', '--quiet', '--filter', ...label);
    const containers = stdout.split('\n').filter(Boolean);
    if (containers.length > 0) await this.tried('rm', '--force', '--volumes', ...containers);
    if (this.#volumes.size > 0) await this.tried('volume', 'rm', ...this.#volumes);
    if (this.#own === null && this.#images.size > 0) await this.tried('image', 'rm', ...this.#images);
    if (this.#own === null) return;
    await this.#own.running.stop();
    unmountIn(this.#own.folder);
  }
}

/** A daemon that was started for the run. */
interface OwnDaemon {
  readonly folder: string;
  readonly running: RunningServer;
}

/** Takes away what a daemon leaves mounted when it ends: the network of the machine, at a place of its own. */
function unmountIn(folder: string): void {
  const places = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const place of places.filter((one) => one.startsWith(`${folder}/`)).reverse()) execFileSync('umount', [place]);
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** True where a daemon answers. */
function answers(): boolean {
  return spawnSync('docker', ['version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/** The daemon that this user can start. */
function daemon(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return DAEMONS.find((path) => (path.includes('/') ? existsSync(path) : isThere(path)));
}
