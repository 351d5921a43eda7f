import { isVariable, type Variable } from '../../../schemas/variables.ts';
import { allOf, call, field, type RowExpression, text, time } from '../../stores/rows/row-expression.ts';

/** What tells entities apart: those of a station have its network and id, those of a value everything. */
export interface EntityKey {
  readonly network?: string;
  readonly station?: string;
  readonly variable?: Variable;
  /** ms since the epoch. */
  readonly time?: number;
}
export type KeyPart = keyof EntityKey;

/**
 * The id of an entity: its key with dots between the parts. What could not stand in a URL, in quotes or between dots as it is
 * becomes `~` and the byte in hexadecimal, so that ids need no quoting anywhere and stay what they are.
 */
export function idOf(key: EntityKey, parts: readonly KeyPart[]): string {
  return parts.map((part) => escaped(String(key[part]))).join('.');
}

/** The key of an id; null where it can be none. */
export function keyOf(id: string, parts: readonly KeyPart[]): EntityKey | null {
  const texts = id.split('.');
  if (texts.length !== parts.length) return null;
  const key: Partial<Record<KeyPart, string | number>> = {};
  for (const [index, part] of parts.entries()) {
    const value = unescaped(texts[index]);
    if (value === null) return null;
    if (part === 'variable' && !isVariable(value)) return null;
    if (part === 'time' && !/^-?\d{1,15}$/.test(value)) return null;
    key[part] = part === 'time' ? Number(value) : value;
  }
  return key as EntityKey;
}

/** The parts of a key that something else has too. */
export function sharedKey(key: EntityKey, parts: readonly KeyPart[]): EntityKey {
  return Object.fromEntries(Object.entries(key).filter(([part]) => parts.includes(part as KeyPart)));
}

/** What is true of the rows that have a key; null where it is empty. */
export function hasKey(key: EntityKey): RowExpression | null {
  const is = (part: 'network' | 'station' | 'variable') => {
    const value = key[part];
    return value === undefined ? null : call('eq', field(part), text(value));
  };
  const at = key.time === undefined ? null : call('eq', field('time'), time(key.time));
  return allOf([is('network'), is('station'), is('variable'), at]);
}

function escaped(value: string): string {
  return value.replace(/[^A-Za-z0-9_-]/gu, (character) =>
    Array.from(Buffer.from(character), (byte) => `~${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** The text that was escaped; null where that could not have come out. */
function unescaped(value: string): string | null {
  const decoded = value.replace(/(?:~[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('~', ''), 'hex').toString(),
  );
  return value !== '' && escaped(decoded) === value ? decoded : null;
}
