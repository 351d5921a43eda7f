import { printable } from '../../../../schemas/printable.ts';

/** A property of a dataset, which may be of any JSON type, on one line for people; '' where there is none. */
export function propertyText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(propertyText).join(', ');
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
