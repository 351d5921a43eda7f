import { preferences } from '../preferences/preferences.ts';

/** Made once for each kind of text: a table asks for hundreds. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** How dates are written in the reader's language, in their time zone where no other is named. */
export function dateFormat(options: Intl.DateTimeFormatOptions, zone = preferences().zone): Intl.DateTimeFormat {
  const { locale } = preferences();
  const key = `${locale} ${zone} ${Object.keys(options).join()}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    formats.set(key, format);
  }
  return format;
}
