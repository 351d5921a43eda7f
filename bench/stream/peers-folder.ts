import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../schemas/errors.ts';
import type { Measured } from './stream-table.ts';

/** Clients of the broker that the harness itself needs; the peers in Python are not measured here. */
const CLIENT = 'confluent-kafka==2.12.2';
const ADDRESS = '127.0.0.1:29092';

/** A copy of the programs to compare with, built and run where nothing else is. */
export class PeersFolder {
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;

  /** @param folder kept from run to run: what was fetched and built is there already the next time */
  constructor(folder: string) {
    this.#folder = folder;
    const [DIST, WORK] = [join(folder, 'dist'), join(folder, 'work')];
    this.#environment = { ...process.env, DIST, WORK, BOOT: ADDRESS, PY: this.#python, HEAP: '512m' };
  }

  /** Copies the programs and builds them. */
  async prepare(from: string): Promise<void> {
    await mkdir(join(this.#folder, 'work'), { recursive: true });
    await cp(from, this.#folder, { recursive: true });
    await this.#run('python3', ['-m', 'venv', join(this.#folder, 'venv')]);
    await this.#run(this.#python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', CLIENT]);
    await this.#run('bash', ['servers/setup.sh']);
    await this.#run('bash', ['jvm/build.sh']);
  }

  /** Starts the broker; it outlives this process unless `stopBroker` is called. */
  async startBroker(): Promise<void> {
    await this.#run('bash', ['servers/kafka.sh', 'start', join(this.#folder, 'work', 'kafka'), '29092']);
  }

  /** Stops the broker and removes what it holds. */
  async stopBroker(): Promise<void> {
    await this.#run('bash', ['servers/kafka.sh', 'stop', join(this.#folder, 'work', 'kafka')]);
    await this.#run('bash', ['servers/kafka.sh', 'wipe', join(this.#folder, 'work', 'kafka')]);
  }

  /** Fills the topic of a size. */
  async load(size: string): Promise<void> {
    await this.#run(this.#python, ['bench.py', 'load', size]);
  }

  /**
   * Measures one program once.
   *
   * @param words of the harness: `run` or `crash`, the peer, the size, a limit
   * @throws Error where the harness does not say what it measured
   */
  async measure(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Measured> {
    const said = await this.#run(this.#python, ['bench.py', ...words], environment);
    const line = said.trim().split('\n').at(-1) ?? '';
    try {
      return JSON.parse(line) as Measured;
    } catch (error) {
      throw new Error(`bench.py ${words.join(' ')} ended with '${line}': ${messageOf(error)}`);
    }
  }

  get #python(): string {
    return join(this.#folder, 'venv', 'bin', 'python');
  }

  async #run(command: string, args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
    const env = { ...this.#environment, ...environment };
    const child = spawn(command, args, { cwd: this.#folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [said, complained] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complained = (complained + chunk.toString()).slice(-2_000);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${complained}`);
    return said;
  }
}
