import { isShownName, NO_UNSEEN } from '../../schemas/shown-text.ts';
import { shown } from './refusal.ts';

const LONGEST = 128;

/**
 * An identifier as it is kept: text of 1 to 128 characters that are all seen, white space at its ends taken
 * off, nothing else changed; a whole number becomes its digits. undefined where it is none.
 */
export function readIdentifier(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const id = value.trim();
  if (id === '' || (id.length > LONGEST && characters(id) > LONGEST) || !isShownName(id)) return undefined;
  return id;
}

/** The name of a network: an identifier without '/', which parts network from station in keys. */
export function readNetwork(value: unknown): string | undefined {
  const name = readIdentifier(value);
  return name?.includes('/') ? undefined : name;
}

/** What is wrong with a station's identifier, and what would be right. */
export function noIdentifier(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return `${field} is missing, should name the station`;
  return `${field} is ${shown(value)}, should be a text of 1 to ${LONGEST} characters, ${NO_UNSEEN}`;
}

/** What is wrong with a network's name, and what would be right. */
export function noNetwork(value: unknown): string {
  return `network is ${shown(value)}, should be a text of 1 to ${LONGEST} characters without '/', ${NO_UNSEEN}`;
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
