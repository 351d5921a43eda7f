import { DECIMAL_TEXT } from '../../schemas/decimal-text.ts';
import { shown } from './refusal.ts';

/**
 * The number of a field: a number or numeric text; null where it is missing (absent, null or empty text);
 * undefined where it is there and no finite number.
 */
export function readNumber(value: unknown): number | null | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined;
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '') return null;
  if (!DECIMAL_TEXT.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number + 0 : undefined;
}

/** What is wrong with a field of which `readNumber` is undefined, and what would be right. */
export function noNumber(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (/^[+-]?\d{1,3}(?:\.\d{3})*,\d+$|^[+-]?\d+,\d+$/.test(text)) {
    return `${name} is ${shown(value)}, should be a number with a decimal point, such as 12.5 (for a CSV folder with decimal commas say "decimal": "," in its mapping)`;
  }
  return `${name} is ${shown(value)}, should be a finite number such as 12.5, or empty where there is none`;
}
