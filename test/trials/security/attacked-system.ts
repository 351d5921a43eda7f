import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../../../schemas/package-root.ts';
import { COMMAND, HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { clientBearer, TOKEN_PATH } from '../../servers/client-bearer.ts';

export const PASSWORD = 'correct horse battery staple';
const SCOPES = ['detect', 'dmm', 'aps'];

/** What was answered. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A whole system with access control as a process of its own, behind a proxy whose word on addresses it takes. */
export class AttackedSystem {
  readonly process: HalcyonProcess;
  readonly folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #secret = randomBytes(32).toString('base64url');

  private constructor(process: HalcyonProcess, folder: string, environment: Readonly<Record<string, string>>) {
    this.process = process;
    this.folder = folder;
    this.#environment = environment;
  }

  /** @param folder made, for its data */
  static async start(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<AttackedSystem> {
    const environment = {
      HALCYON_DATA: join(folder, 'data'),
      HALCYON_AUTH: 'required',
      HALCYON_TRUST_PROXY: 'true',
      HALCYON_ACCESS_TOKEN_LIFETIME: '24h',
      ...settings,
    };
    const process = await HalcyonProcess.on({ environment });
    const system = new AttackedSystem(process, folder, environment);
    writeFileSync(join(folder, 'password'), PASSWORD);
    writeFileSync(join(folder, 'secret'), system.#secret);
    await system.halcyon(
      'identity',
      'user',
      'add',
      '--password-file',
      join(folder, 'password'),
      'ada',
      '--role',
      'user',
    );
    await process.start();
    return system;
  }

  get url(): string {
    return this.process.url;
  }

  /** Runs `halcyon`; resolves with what it writes and its exit code. */
  async halcyon(...argv: string[]): Promise<{ readonly code: number; readonly out: string }> {
    const env = { ...process.env, ...this.#environment };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [packageFile(...COMMAND), ...argv], { env });
      return { code: 0, out: stdout };
    } catch (error) {
      const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
      return { code: code ?? -1, out: stdout + stderr };
    }
  }

  /** The header of a new client with one role, as tokens name it: `feed@north`. */
  async bearerOf(id: string, role: string): Promise<string> {
    const scopes = SCOPES.flatMap((scope) => ['--scope', scope]);
    const options = ['--secret-file', join(this.folder, 'secret'), '--role', role, ...scopes];
    const added = await this.halcyon('identity', 'client', 'add', id, ...options);
    if (added.code !== 0) throw new Error(added.out);
    return clientBearer(this.url, id, this.#secret, SCOPES.join(' '));
  }

  /** Asks, as somebody or as nobody (''). @param body to become JSON */
  async ask(authorization: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = {
      'Content-Type': 'application/json',
      ...(authorization !== '' && { Authorization: authorization }),
    };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(this.url + path, init);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  /** Logs in from an address. @param signal ends the waiting, as a client does that goes away */
  async login(username: string, password: string, address: string, signal?: AbortSignal): Promise<Answer> {
    const form = { grant_type: 'password', client_id: 'halcyon-cli', username, password, scope: 'detect' };
    const answer = await fetch(this.url + TOKEN_PATH, {
      method: 'POST',
      headers: { 'X-Forwarded-For': address },
      body: new URLSearchParams(form),
      ...(signal !== undefined && { signal }),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  async stop(): Promise<void> {
    await this.process.kill();
  }
}
