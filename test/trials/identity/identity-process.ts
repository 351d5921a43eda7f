import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../../../schemas/package-root.ts';
import { COMMAND, HalcyonProcess } from '../../resilience/halcyon-process.ts';

export const PASSWORD = 'correct horse battery staple';
/** Secret of the clients `svc` (the service dmm, which may call aps) and `aps`. */
export const SECRET = 'a secret that nobody guesses at all';

/** The identity service as a process of its own, with users and clients that the commands have added. */
export class IdentityProcess {
  readonly process: HalcyonProcess;
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(process: HalcyonProcess, environment: Readonly<Record<string, string>>) {
    this.process = process;
    this.#environment = environment;
  }

  /** @param folder made; @param settings environment variables beside those that it needs */
  static async start(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<IdentityProcess> {
    mkdirSync(folder, { recursive: true });
    const environment = {
      HALCYON_DATA: join(folder, 'data'),
      // As behind a proxy, whose word on the client's address is taken.
      HALCYON_AUTH: 'required',
      HALCYON_TRUST_PROXY: 'true',
      ...settings,
    };
    const identity = new IdentityProcess(await HalcyonProcess.on({ environment, only: 'identity' }), environment);
    writeFileSync(join(folder, 'password'), PASSWORD);
    writeFileSync(join(folder, 'secret'), SECRET);
    const user = ['user', 'add', '--password-file', join(folder, 'password')];
    const client = ['client', 'add', '--secret-file', join(folder, 'secret')];
    await identity.command(...user, 'ada', '--role', 'user');
    await identity.command('client', 'add', 'web', '--public', '--scope', 'dmm', '--scope', 'detect');
    await identity.command(...client, 'svc', '--service', 'dmm', '--scope', 'aps');
    await identity.command(...client, 'aps', '--service', 'aps', '--scope', 'detect');
    await identity.process.start();
    return identity;
  }

  /** Runs `halcyon identity ...` as an administrator does; resolves with what it writes. */
  async command(...argv: string[]): Promise<string> {
    const args = [packageFile(...COMMAND), 'identity', ...argv];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, ...this.#environment },
    });
    return stdout;
  }

  get endpoints(): string {
    return `${this.process.url}/oauth/realms/halcyon/protocol/openid-connect`;
  }

  /** Asks the token endpoint; `basic` is `id:secret`. */
  token(form: Readonly<Record<string, string>>, basic?: string): Promise<TokenAnswer> {
    return this.post('token', form, basic);
  }

  /** @param address that it seems to come from, through a proxy */
  login(username: string, password = PASSWORD, form = {}, address = '192.0.2.1'): Promise<TokenAnswer> {
    const asked = { grant_type: 'password', client_id: 'web', username, password, scope: 'dmm', ...form };
    return this.post('token', asked, undefined, address);
  }

  async post(
    endpoint: string,
    form: Readonly<Record<string, string>>,
    basic?: string,
    address = '192.0.2.1',
  ): Promise<TokenAnswer> {
    const headers = {
      'X-Forwarded-For': address,
      ...(basic !== undefined && { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
    };
    const body = new URLSearchParams(form);
    const response = await fetch(`${this.endpoints}/${endpoint}`, { method: 'POST', headers, body });
    const text = await response.text();
    return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as TokenAnswer['body'] };
  }
}

export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Partial<Record<'access_token' | 'refresh_token' | 'error', string>>> & {
    readonly active?: boolean;
  };
}
