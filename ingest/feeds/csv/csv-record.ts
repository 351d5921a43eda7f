const QUOTE = '"';

/**
 * Splits one record of RFC 4180 into its fields; undefined where its quotation marks do not fit: one is not closed, or
 * text follows a closing one.
 *
 * @param text the record without its line end
 * @param delimiter one character
 */
export function splitRecord(text: string, delimiter: string): string[] | undefined {
  if (!text.includes(QUOTE)) return text.split(delimiter);
  const fields: string[] = [];
  let start = 0;
  for (;;) {
    if (text[start] !== QUOTE) {
      const end = text.indexOf(delimiter, start);
      if (end < 0) {
        fields.push(text.slice(start));
        return fields;
      }
      fields.push(text.slice(start, end));
      start = end + 1;
      continue;
    }
    const close = closingQuote(text, start + 1);
    if (close < 0) return undefined;
    fields.push(text.slice(start + 1, close).replaceAll('""', QUOTE));
    if (close + 1 === text.length) return fields;
    if (text[close + 1] !== delimiter) return undefined;
    start = close + 2;
  }
}

/** True where a quoted field is still open at the end of the text: the record goes on in the next line. */
export function endsInsideQuotes(text: string, delimiter: string): boolean {
  let start = 0;
  while (start < text.length) {
    if (text[start] === QUOTE) {
      const close = closingQuote(text, start + 1);
      if (close < 0) return true;
      start = close + 1;
    }
    const end = text.indexOf(delimiter, start);
    if (end < 0) return false;
    start = end + 1;
  }
  return false;
}

/** Place of the quotation mark that closes a field; -1 where none does. Two in a row are one of the text. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf(QUOTE, from);
  while (at >= 0 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2);
  return at;
}
