import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keycloakFolder } from '../../../deploy/servers/server-jars.ts';
import { freePort, type RunningServer, startProgram } from '../../../deploy/servers/server-process.ts';

const ADMIN = { username: 'admin', password: 'of-a-trial' };
const READY_MS = 300_000;

/** A real Keycloak in its development mode on loopback, and its administration by HTTP. */
export class KeycloakServer {
  readonly url: string;
  readonly #home: string;
  readonly #port: number;
  #running: RunningServer | null = null;

  private constructor(home: string, port: number) {
    this.#home = home;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param folder for its distribution and its data, not there yet */
  static async in(folder: string): Promise<KeycloakServer> {
    const home = join(folder, 'keycloak');
    mkdirSync(folder, { recursive: true });
    cpSync(await keycloakFolder(), home, { recursive: true });
    return new KeycloakServer(home, await freePort());
  }

  async start(): Promise<void> {
    this.#running = await this.#kc(
      ['start-dev', `--http-port=${this.#port}`, '--http-host=127.0.0.1', '--hostname-strict=false'],
      async () => (await fetch(`${this.url}/realms/master`).catch(() => null))?.ok === true,
    );
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  async kill(): Promise<void> {
    await this.#running?.kill();
  }

  /** Writes a realm with its users into a file; the server must not run. */
  async exportRealm(realm: string, file: string): Promise<void> {
    const exporting = await this.#kc(['export', '--realm', realm, '--file', file, '--users', 'same_file'], (written) =>
      /Export finished successfully/.test(written),
    );
    await exporting.ended;
  }

  /** A request of its administration. @throws Error where it is refused */
  async admin(method: string, path: string, body?: unknown): Promise<Response> {
    const { access_token: token } = await this.token('master', {
      grant_type: 'password',
      client_id: 'admin-cli',
      ...ADMIN,
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.url}/admin/realms${path}`, { method, headers, ...init });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  /** What the token endpoint of a realm answers. */
  async token(realm: string, form: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
    const endpoint = `${this.url}/realms/${realm}/protocol/openid-connect/token`;
    const response = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) });
    return (await response.json()) as Record<string, string>;
  }

  #kc(args: readonly string[], ready: (written: string) => boolean | Promise<boolean>): Promise<RunningServer> {
    const environment = {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx512m',
    };
    const program = { command: 'bash', args: [join(this.#home, 'bin', 'kc.sh'), ...args], cwd: this.#home };
    return startProgram({ ...program, environment, readyMs: READY_MS }, ready);
  }
}
