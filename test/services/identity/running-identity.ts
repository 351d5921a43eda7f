import { rm } from 'node:fs/promises';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { linesTo } from '../../../schemas/logger.ts';
import type { SigningAlgorithm } from '../../../schemas/signing-algorithms.ts';
import { createApplication } from '../../../services/api/application.ts';
import { type Listening, listen } from '../../../services/http/listening/listening.ts';
import type { IdentityDependencies } from '../../../services/identity/identity-dependencies.ts';
import { openIdentity } from '../../../services/identity/open-identity.ts';
import { hashPassword } from '../../../services/identity/passwords/scrypt-password.ts';
import { addClient, type Client } from '../../../services/identity/state/clients.ts';
import { makeRealm } from '../../../services/identity/state/realms.ts';
import { secretDigest } from '../../../services/identity/state/secret-digest.ts';
import { addUser, type NewUser } from '../../../services/identity/state/users.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { FakeParts } from '../api/fake-parts.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';

/** An answer with its body read as JSON; {} where it is none. */
export interface IdentityResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

type Settings = Record<string, string>;

export const ADAS_PASSWORD = 'Grüße, 16 Wörter';

/** A 32nd of the usual work: in most tests somebody logs in again and again, be they known or not. */
export const QUICK_LOG_N = 10;

/** The identity service on a free port over a catalogue of its own, with a clock that tests move. */
export class RunningIdentity {
  readonly catalogue: Catalogue;
  readonly refusals: string[] = [];
  /** The other services beside it, without access control. */
  readonly services: FakeParts;
  /** How far the clock is ahead [ms]. */
  ahead = 0;
  /** Moment at which its clock stands still, ms since the epoch; null: it goes. */
  stopped: number | null = null;
  readonly #folder: string;
  #dependencies: IdentityDependencies | null = null;
  #listening: Listening | null = null;

  private constructor(catalogue: Catalogue, folder: string, settings: Settings) {
    this.catalogue = catalogue;
    this.#folder = folder;
    this.services = new FakeParts(settings);
  }

  get parts(): IdentityDependencies {
    if (this.#dependencies === null) throw new Error('not started');
    return this.#dependencies;
  }

  /** Starts it with two realms, the clients and users of the tests. */
  static async start(algorithm: SigningAlgorithm = 'RS256', settings: Settings = {}): Promise<RunningIdentity> {
    const folder = await folderWithCatalogue();
    const catalogue = await openCatalogue({ dataFolder: folder });
    const running = new RunningIdentity(catalogue, folder, settings);
    running.#dependencies = await openIdentity({
      configuration: readConfiguration({ HALCYON_DATA: folder, HALCYON_SIGNING_ALGORITHM: algorithm }),
      catalogue,
      audit: running.services.audit,
      publicUrl: () => running.url,
      now: () => (running.stopped ?? Date.now()) + running.ahead,
      logger: linesTo((line) => running.refusals.push(line)),
      passwordLogN: QUICK_LOG_N,
    });
    const http = { ...running.services.parts(), identity: running.parts };
    running.#listening = await listen(createApplication(http), { host: '127.0.0.1', port: 0, graceMs: 2_000 });
    for (const realm of ['halcyon', 'other']) {
      await makeRealm(catalogue, realm);
      await running.client('web', { realm, scopes: ['dmm', 'aps'] });
      await running.client('dmm', { realm, secret: 'secret-of-dmm', service: 'dmm', scopes: ['aps'], roles: ['user'] });
      await running.client('aps', { realm, secret: 'secret of aps: 100 %', service: 'aps', scopes: ['detect'] });
      await running.client('detect', { realm, secret: 'secret-of-detect', service: 'detect', scopes: ['dmm'] });
    }
    const password = await hashPassword(ADAS_PASSWORD, QUICK_LOG_N);
    await running.user('ada', { password, roles: ['user', 'curator'], name: 'Ada', email: 'ada@example.org' });
    await running.user('disabled', { password, disabled: true });
    await running.user('federated', { password, federated: 'edugain' });
    await running.user('without');
    return running;
  }

  get url(): string {
    return this.#listening?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
    await this.#dependencies?.passwords.close();
    await this.catalogue.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async client(id: string, given: Partial<Omit<Client, 'id'>> = {}): Promise<void> {
    const { secret } = given;
    await addClient(this.catalogue, {
      realm: 'halcyon',
      service: null,
      scopes: [],
      roles: [],
      disabled: false,
      ...given,
      id,
      secret: secret === undefined || secret === null ? null : secretDigest(secret),
    });
  }

  async user(username: string, given: Partial<NewUser> = {}): Promise<void> {
    const nothing = { realm: 'halcyon', password: null, federated: null, name: null, email: null, roles: [] };
    await addUser(this.catalogue, { ...nothing, ...given, username });
  }

  async get(path: string, headers: Record<string, string> = {}, realm = 'halcyon'): Promise<IdentityResponse> {
    return read(await fetch(`${this.url}/oauth/realms/${realm}${path}`, { headers }));
  }

  /** Sends a form to an endpoint of OpenID Connect; `basic` is `id:secret`. */
  async post(
    endpoint: string,
    form: Readonly<Record<string, string>>,
    { basic, bearer, realm = 'halcyon' }: { basic?: string; bearer?: string; realm?: string } = {},
  ): Promise<IdentityResponse> {
    const authorization =
      basic === undefined
        ? bearer === undefined
          ? undefined
          : `Bearer ${bearer}`
        : `Basic ${Buffer.from(basic).toString('base64')}`;
    const url = `${this.url}/oauth/realms/${realm}/protocol/openid-connect/${endpoint}`;
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    return read(await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) }));
  }

  /** Ada logs in by the public client. */
  login(given: Readonly<Record<string, string>> = {}, realm = 'halcyon'): Promise<IdentityResponse> {
    const form = { grant_type: 'password', client_id: 'web', username: 'ada', password: ADAS_PASSWORD };
    return this.post('token', { ...form, ...given }, { realm });
  }

  /** An access token of Ada's for a service. */
  async tokenFor(scope: string): Promise<string> {
    return String((await this.login({ scope })).body['access_token']);
  }

  /** A service exchanges a token. */
  exchange(
    basic: string,
    token: string,
    given: Readonly<Record<string, string>> = {},
    realm = 'halcyon',
  ): Promise<IdentityResponse> {
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token,
      subject_token_type: type,
      requested_token_type: type,
      scope: 'aps',
    };
    return this.post('token', { ...form, ...given }, { basic, realm });
  }
}

async function read(response: Response): Promise<IdentityResponse> {
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, body };
}

/** The claims of a token, unverified. */
export function claimsOf(token: unknown): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token).split('.')[1], 'base64url').toString('utf8')) as Record<string, unknown>;
}
