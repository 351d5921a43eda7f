import workerpool from 'workerpool';
import { matchesImported } from './imported-hashes.ts';
import { matchesScrypt } from './scrypt-password.ts';

/**
 * True where a password has a hash. A hash from elsewhere takes less time than our own: beside it, it shows nowhere.
 *
 * @param scrypt hash of our own kind, which is always checked
 * @param imported hash that was made elsewhere and goes before it; null where there is none
 */
export async function matchesEither(password: string, scrypt: string, imported: string | null): Promise<boolean> {
  const [byOwn, byImported] = await Promise.all([
    matchesScrypt(password, scrypt),
    imported !== null && matchesImported(password, imported),
  ]);
  return imported === null ? byOwn : byImported;
}

workerpool.worker({ matchesEither });
