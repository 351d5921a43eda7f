import { wordsOf } from '../api/api.ts';

/** What a token endpoint answers, as far as it is used (RFC 6749, section 5.1). */
export interface Tokens {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token?: string;
  /** Who has logged in, where that was asked for (OpenID Connect Core 1.0, section 2). */
  readonly id_token?: string;
}

/** A grant was refused: the person has to log in. */
export class GrantRefused extends Error {}

/**
 * Asks a token endpoint for tokens.
 *
 * @throws GrantRefused with words for people
 */
export async function grantOf(endpoint: string, form: Readonly<Record<string, string>>): Promise<Tokens> {
  const answer = await fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) });
  if (answer.ok) return (await answer.json()) as Tokens;
  const text = await answer.text();
  throw new GrantRefused(refusalOf(text, answer.status));
}

function refusalOf(text: string, status: number): string {
  try {
    const { error, error_description: description } = JSON.parse(text) as {
      error?: string;
      error_description?: string;
    };
    if (error === 'invalid_grant') return 'Name or password is wrong, or the session has ended.';
    if (description !== undefined) return description;
  } catch {
    // It is no answer of a token endpoint.
  }
  return wordsOf(text, status);
}
