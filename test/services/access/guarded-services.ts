import type { TokenVerifier } from '../../../services/access/token-verifier.ts';
import { createApplication } from '../../../services/api/application.ts';
import { type Listening, listen } from '../../../services/http/listening/listening.ts';
import { FakeParts } from '../api/fake-parts.ts';

/** The HTTP services with access control, over fake ports, on a free port of loopback. */
export class GuardedServices {
  readonly services = new FakeParts({ HALCYON_AUTH: 'required' });
  #listening: Listening | null = null;

  static async start(verifier: TokenVerifier, rolePrefix = ''): Promise<GuardedServices> {
    const guarded = new GuardedServices();
    guarded.services.access = { verifier, rolePrefix };
    const application = createApplication(guarded.services.parts());
    guarded.#listening = await listen(application, { host: '127.0.0.1', port: 0, graceMs: 1_000 });
    return guarded;
  }

  get url(): string {
    return this.#listening?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
  }

  /** Asks for something that needs the role `user`, unless another path is given. */
  async ask(token: string | null, path = '/api/v1/stations', init: RequestInit = {}): Promise<Answer> {
    const headers = { ...init.headers, ...(token !== null && { Authorization: `Bearer ${token}` }) };
    const response = await fetch(this.url + path, { ...init, headers });
    const text = await response.text();
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, challenge: response.headers.get('WWW-Authenticate') ?? '', body };
  }
}

export interface Answer {
  readonly status: number;
  /** WWW-Authenticate; '' where there is none. */
  readonly challenge: string;
  readonly body: Readonly<Record<string, unknown>>;
}
