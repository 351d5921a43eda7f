import type { DeadLetterReason } from '../../schemas/dead-letter.ts';

/** Why fields could not become an observation or a station. */
export class Refusal {
  readonly reason: DeadLetterReason;
  /** In words: what was wrong and what would be right. */
  readonly detail: string;

  constructor(reason: DeadLetterReason, detail: string) {
    this.reason = reason;
    this.detail = detail;
  }
}

const LONGEST = 60;

/** A value as a message shows it: short, in quotation marks, control characters escaped. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = String(value);
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
  return typeof value === 'string' ? `'${cut.replace(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, escaped)}'` : cut;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
