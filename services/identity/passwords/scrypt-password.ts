import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

/** scrypt (RFC 7914) with N = 2^15, r = 8, p = 3: one of the settings of OWASP's Password Storage Cheat Sheet. */
const LOG_N = 15;
const R = 8;
const P = 3;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** What a hash that is read may ask for: 128 * N * r bytes of memory, so many times the work. */
const MOST_LOG_N = 17;
const MOST_P = 8;

const FORM = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * The hash of a password in the PHC string format: `$scrypt$ln=15,r=8,p=3$salt$hash`.
 *
 * @param logN of the cost N; less than the usual is for passwords that guard nothing
 */
export async function hashPassword(password: string, logN = LOG_N): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scryptOf(password, salt, logN, R, P, HASH_BYTES);
  return `$scrypt$ln=${logN},r=${R},p=${P}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** True where a text is a hash of this kind. */
export function isScryptHash(text: string): boolean {
  return FORM.test(text);
}

/** True where a password has a hash. @throws Error where the hash is none of this kind */
export async function matchesScrypt(password: string, text: string): Promise<boolean> {
  const [, logN, r, p, salt, hash] = FORM.exec(text) ?? [];
  if (hash === undefined || Number(logN) > MOST_LOG_N || Number(r) !== R || Number(p) > MOST_P) {
    throw new Error('the password of this user is kept in a form that is not known');
  }
  const expected = Buffer.from(hash, 'base64');
  const found = await scryptOf(password, Buffer.from(salt, 'base64'), Number(logN), R, Number(p), expected.length);
  return timingSafeEqual(found, expected);
}

function scryptOf(password: string, salt: Buffer, logN: number, r: number, p: number, length: number): Promise<Buffer> {
  const N = 2 ** logN;
  // Unicode has several ways to write one password (RFC 8265).
  return derive(password.normalize('NFC'), salt, length, { N, r, p, maxmem: 256 * N * r });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
