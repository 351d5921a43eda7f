import { preferences } from '../preferences/preferences.ts';

/** Made once for each locale and number of digits: a table asks for hundreds. */
const formats = new Map<string, Intl.NumberFormat>();

/** A number in the reader's locale, with so many digits behind its point: `1,013.2`, or `1.013,2`. */
export function shownNumber(value: number, digits = 0): string {
  const { locale } = preferences();
  const key = `${locale} ${digits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(key, format);
  }
  return format.format(value).replace('-', '−');
}
