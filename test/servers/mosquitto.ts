import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Certificates } from '../../deploy/servers/certificates.ts';
import { freePort, restartable, type Server, startProgram } from '../../deploy/servers/server-process.ts';
import { until } from '../until.ts';

const USER = 'gateway';
/** With what a URL is made of escaped in it, so that every test goes through the escaping. */
const PASSWORD = 'geheim/ß@';

/** How a broker of a test is set up. */
export interface MosquittoOptions {
  /** Port of loopback; a free one where not given. */
  readonly port?: number;
  /** What it acknowledged outlives a kill: it writes everything to disk after every change, which is slow. Default false. */
  readonly durable?: boolean;
  /** It gives nothing but QoS 0. */
  readonly withoutQos1?: boolean;
  /** It speaks TLS alone, and asks clients for a certificate. */
  readonly certificates?: Certificates;
}

/** A Mosquitto broker on loopback that keeps sessions and messages over an end in order. */
export interface Mosquitto extends Server {
  readonly port: number;
  /** As a user that may publish and subscribe; with another password where one is given. */
  url(password?: string): string;
  /** Waits until a client has subscribed, the first time or once more, since the broker was started. */
  subscribed(client: string, times?: number): Promise<void>;
  /** Waits until it has written something so often since it was started. */
  written(what: string, pattern: RegExp, times?: number): Promise<void>;
  /** Publishes lines, a message each, to a topic with QoS 1 by mosquitto_pub; resolves when the broker has them. */
  publish(topic: string, ...messages: readonly (string | Buffer)[]): Promise<void>;
  /** Publishes a message that the broker keeps for whoever subscribes later. */
  retain(topic: string, message: string): Promise<void>;
  /** Ends it and removes what it kept. */
  remove(): Promise<void>;
}

/** Where Debian puts the broker: not everybody has it in PATH. */
const SBIN = '/usr/sbin';

/** Why no broker can be started here, with what would be needed; null where one can. */
export function mosquittoMissing(): string | null {
  return ['mosquitto', 'mosquitto_pub', 'mosquitto_passwd'].every((name) => program(name) !== null)
    ? null
    : 'Mosquitto is not on this machine: apt-get install mosquitto mosquitto-clients';
}

/** Starts a broker in a folder for temporary files and waits until it takes connections. */
export async function startMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-mosquitto-'));
  const port = options.port ?? (await freePort());
  const passwords = join(folder, 'passwords');
  execFileSync(needed('mosquitto_passwd'), ['-c', '-b', passwords, USER, PASSWORD], { stdio: 'ignore' });
  const file = join(folder, 'mosquitto.conf');
  mkdirSync(join(folder, 'data'));
  const { certificates: tls } = options;
  const configuration = [
    `listener ${port} 127.0.0.1`,
    ...(tls === undefined
      ? []
      : [
          `cafile ${tls.authority}`,
          `certfile ${tls.serverBundle}`,
          `keyfile ${tls.serverBundle}`,
          'require_certificate true',
        ]),
    'allow_anonymous false',
    `password_file ${passwords}`,
    'persistence true',
    `persistence_location ${folder}/data/`,
    ...(options.withoutQos1 ? ['max_qos 0'] : []),
    ...(options.durable ? ['autosave_on_changes true', 'autosave_interval 1'] : []),
    'max_queued_messages 0',
    ...['error', 'warning', 'notice', 'information', 'subscribe'].map((type) => `log_type ${type}`),
    // Nobody else owns the folder.
    ...(process.getuid?.() === 0 ? ['user root'] : []),
  ];
  writeFileSync(file, `${configuration.join('\n')}\n`);
  let said = '';
  const heard = (text: string) => {
    said += text;
  };
  const server = await restartable(() => {
    said = '';
    const program = { command: needed('mosquitto'), args: ['-c', file], cwd: folder, readyMs: 20_000, heard };
    return startProgram(program, (written) => /mosquitto version .* running/.test(written));
  });
  const written = (what: string, pattern: RegExp, times = 1) =>
    until(
      () => `the broker says ${what}; it said\n${said}`,
      () => [...said.matchAll(pattern)].length >= times,
    );
  const login = ['-h', '127.0.0.1', '-p', String(port), '-u', USER, '-P', PASSWORD, '-q', '1', '-V', 'mqttv5'];
  if (tls !== undefined) login.push('--cafile', tls.authority, '--cert', tls.client, '--key', tls.clientKey);
  const scheme = tls === undefined ? 'mqtt' : 'mqtts';
  return {
    ...server,
    port,
    written,
    subscribed: (client, times) => written(`that ${client} subscribes`, new RegExp(`: ${client} \\d `, 'g'), times),
    url: (password = PASSWORD) => `${scheme}://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    publish: async (topic, ...messages) => {
      if (messages.some((message) => message.includes('\n'))) {
        for (const message of messages) await published(login, topic, ['-s'], message);
      } else await published(login, topic, ['-l'], messages.join('\n'));
    },
    retain: async (topic, message) => {
      await promisify(execFile)(needed('mosquitto_pub'), [...login, '-r', '-t', topic, '-m', message]);
    },
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function published(
  login: readonly string[],
  topic: string,
  form: readonly string[],
  message: string | Buffer,
): Promise<void> {
  const child = spawn(needed('mosquitto_pub'), [...login, '-t', topic, ...form], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  child.stdin.end(message);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`mosquitto_pub ended with ${code}: ${said}`);
}

function needed(name: string): string {
  const found = program(name);
  if (found === null) throw new Error(mosquittoMissing() ?? '');
  return found;
}

function program(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), SBIN];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
