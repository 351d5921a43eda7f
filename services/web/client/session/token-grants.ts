import { wordsOf } from '../api/api.ts';
import { message } from '../messages/message.ts';

/** What a token endpoint answers, as far as it is used (RFC 6749, section 5.1). */
export interface Tokens {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token?: string;
  /** Who has logged in, where that was asked for (OpenID Connect Core 1.0, section 2). */
  readonly id_token?: string;
}

/** How an issuer begins to answer whoever has to do something before they are let in. */
const NOT_SET_UP = 'Account is not fully set up';

/** A grant was refused: the person has to log in. */
export class GrantRefused extends Error {
  /** True where they have to choose another password first. */
  readonly mustChangePassword: boolean;

  constructor(message: string, mustChangePassword = false) {
    super(message);
    this.mustChangePassword = mustChangePassword;
  }
}

/**
 * Asks a token endpoint for tokens.
 *
 * @throws GrantRefused with words for people
 */
export async function grantOf(endpoint: string, form: Readonly<Record<string, string>>): Promise<Tokens> {
  const answer = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) });
  if (answer.ok) return (await answer.json()) as Tokens;
  const text = await answer.text();
  throw refusalOf(text, answer.status);
}

function refusalOf(text: string, status: number): GrantRefused {
  try {
    const { error, error_description: description } = JSON.parse(text) as {
      error?: string;
      error_description?: string;
    };
    if (description?.startsWith(NOT_SET_UP)) {
      return new GrantRefused(message('login.choose_own'), true);
    }
    if (error === 'invalid_grant') return new GrantRefused(message('login.wrong'));
    if (description !== undefined) return new GrantRefused(description);
  } catch {
    // It is no answer of a token endpoint.
  }
  return new GrantRefused(wordsOf(text, status));
}
