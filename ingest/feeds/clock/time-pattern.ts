import { timeOfParts } from '../../validation/observation-time.ts';

const TOKENS = /YYYY|MM|DD|HH|mm|ss/g;

/**
 * A reader of times of a fixed form, built from a pattern of YYYY, MM, DD, HH, mm and ss; undefined where the pattern
 * has no year, month, day and hour. Month, day and hour may be one digit long. The reader gives ms since the epoch of
 * the time taken as UTC, or undefined where the text does not fit.
 */
export function timePattern(pattern: string): ((text: string) => number | undefined) | undefined {
  const order: readonly string[] = pattern.match(TOKENS) ?? [];
  const needed = ['YYYY', 'MM', 'DD', 'HH'].every((token) => order.includes(token));
  if (!needed || new Set(order).size !== order.length) return undefined;
  const literal = pattern.split(TOKENS).map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  let source = literal[0] ?? '';
  // Without anything between the numbers only whole lengths tell them apart.
  const dense = literal.slice(1, -1).some((text) => text === '');
  order.forEach((token, index) => {
    source += token === 'YYYY' ? '(\\d{4})' : dense ? '(\\d\\d)' : '(\\d\\d?)';
    source += literal[index + 1] ?? '';
  });
  const form = new RegExp(`^${source}$`);
  const place = (token: string) => order.indexOf(token) + 1;
  const [year, month, day, hour, minute, second] = ['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss'].map(place);
  return (text) => {
    const match = form.exec(text.trim());
    if (match === null) return undefined;
    const part = (at = 0) => (at === 0 ? 0 : Number(match[at]));
    return timeOfParts(part(year), part(month), part(day), part(hour), part(minute), part(second));
  };
}
