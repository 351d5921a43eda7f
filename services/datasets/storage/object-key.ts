import { HalcyonError } from '../../../schemas/errors.ts';

/** Longest name in a folder, as file systems have them [bytes of UTF-8]. */
const LONGEST = 255;
/** What no list of S3 can name, being no character of XML; a NUL would also end a path early. */
const UNNAMEABLE = /[\p{Cc}\ufffe\uffff]/u;

/**
 * The folder and the file name of a key. Who asks has checked names already; this keeps what slipped through from
 * leading out of the bucket.
 *
 * @throws HalcyonError `invalid_parameter`
 */
export function keyParts(key: string): readonly [folder: string, name: string] {
  if (!isKey(key)) {
    throw new HalcyonError('invalid_parameter', `${JSON.stringify(key)} should be <folder>/<file name>`);
  }
  const [folder, name] = key.split('/');
  return [folder, name];
}

/** False of what nobody has stored by a key: it may still lie in a bucket. */
export function isKey(text: string): boolean {
  const parts = text.split('/');
  return parts.length === 2 && parts.every(isName);
}

function isName(part: string): boolean {
  if (part === '' || part === '.' || part === '..') return false;
  return part.isWellFormed() && !UNNAMEABLE.test(part) && Buffer.byteLength(part) <= LONGEST;
}
