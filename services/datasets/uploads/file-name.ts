import { isShownName, NO_UNSEEN } from '../../../schemas/shown-text.ts';

/** Longest name of a file, as file systems have them [bytes of UTF-8]. */
const LONGEST = 255;

/** Why a text is no name of a file, as the end of a sentence; null where it is one. */
export function unusableFileName(name: string): string | null {
  if (name === '') return 'should not be empty';
  if (name === '.' || name === '..') return 'should be a name, not a folder';
  if (/[/\\]/.test(name)) return 'should be a name, not a path';
  if (!name.isWellFormed()) return 'should be whole Unicode, it has half of a surrogate pair';
  if (!isShownName(name)) return `should be ${NO_UNSEEN}`;
  if (Buffer.byteLength(name) > LONGEST) return `should have at most ${LONGEST} bytes`;
  return null;
}
