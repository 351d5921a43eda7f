import { argon2Verify } from 'hash-wasm';

/** What a hash that is read may ask for: memory [KiB], passes, lanes. */
const MOST = { memory: 262_144, passes: 20, lanes: 8 };
const FORM = /^\$argon2(i|d|id)\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/;

/** How Argon2 was run. */
export interface Argon2Parameters {
  readonly type: string;
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

/**
 * A hash of Argon2 (RFC 9106) in the PHC string format: `$argon2id$v=19$m=7168,t=5,p=1$salt$hash`.
 *
 * @param salt base64
 * @param hash base64
 * @returns null where it is none that can be checked here
 */
export function argon2Hash(
  { type, memory, passes, lanes }: Argon2Parameters,
  salt: string,
  hash: string,
): string | null {
  const text = `$argon2${type}$v=19$m=${memory},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(hash)}`;
  const within = memory <= MOST.memory && passes <= MOST.passes && lanes <= MOST.lanes && memory >= 8 * lanes;
  return FORM.test(text) && within ? text : null;
}

/** True where a text is a hash of this kind. */
export function isArgon2Hash(text: string): boolean {
  return FORM.test(text);
}

/** True where a password has a hash of this kind. */
export function matchesArgon2(password: string, text: string): Promise<boolean> {
  return argon2Verify({ password, hash: text });
}

function unpadded(base64: string): string {
  return base64.replace(/=+$/, '');
}
