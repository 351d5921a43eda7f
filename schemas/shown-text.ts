/** A range of characters as it stands in a class of a regular expression, beyond what \uXXXX can say. */
const range = (first: number, last: number) => `${String.fromCodePoint(first)}-${String.fromCodePoint(last)}`;

/**
 * What is not seen, or turns the direction of what stands around it (Unicode Default_Ignorable_Code_Point, UAX 9), parts
 * lines or stands for what could not be read: by such a character one text looks like another.
 */
const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  `\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffd${range(0x1bca0, 0x1bca3)}${range(0x1d173, 0x1d17a)}` +
  range(0xe0000, 0xe0fff);
const HIDDEN = `\\u0000-\\u001f\\u007f-\\u009f${UNSEEN}`;
const HIDDEN_IN_LINES = `\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${UNSEEN}`;

/** Signs that take the vowel off a letter, in the scripts of India and its neighbours. */
const VIRAMAS =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u0f84\\u1039\\u103a\\u1714\\u17d2\\u1b44\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed';
/** Letters that join their neighbours: Arabic, Syriac, N'Ko, Mandaic. */
const JOINING = '\\u0620-\\u0669\\u066e-\\u06d3\\u06d5\\u06ee-\\u06ff\\u0710-\\u07ff\\u0840-\\u085b\\u0860-\\u08bf';
/** Pictures, which a phone writes with a selector of their colours behind. */
const PICTURES = `\\u2190-\\u2bff${range(0x1f000, 0x1faff)}`;

/**
 * The joiners (U+200C, U+200D) are unseen, but spell: after a virama they say how letters of India combine, and between
 * joining letters the first one parts a word of Persian or Urdu. Only there are they taken, as in names of the internet
 * (RFC 5892, appendix A). One after anything else only makes a name that looks like another.
 */
const SPELT = `[${VIRAMAS}][\\u200c\\u200d]|[${JOINING}]\\u200c(?=[${JOINING}])|[${PICTURES}]\\ufe0f`;

/**
 * Pattern of a name, as the API document has it too: all of its characters can be seen.
 *
 * @param but characters that it must not have beside, as they stand in a class of a regular expression
 */
export const shownPattern = (but = '') => `(?:${SPELT}|[^${but}${HIDDEN}])*`;
/** Pattern of a text of several lines. */
export const SHOWN_LINES = `(?:${SPELT}|[^${HIDDEN_IN_LINES}])*`;

const NAME = new RegExp(`^${shownPattern()}$`, 'u');
const LINES = new RegExp(`^${SHOWN_LINES}$`, 'u');
const HALF_A_CHARACTER = /\p{Cs}/u;

/** What a name may not hold, in words. */
export const NO_UNSEEN = 'without control characters and characters that are invisible or change the direction of text';

/**
 * True for a name (of a station, a network, a rule, a file) of which all can be seen, in whatever script: one function for
 * all that people and feeds give a name to.
 */
export function isShownName(text: string): boolean {
  return NAME.test(text) && !HALF_A_CHARACTER.test(text);
}

/** True for a text of which all can be seen; it may have several lines. */
export function isShownText(text: string): boolean {
  return LINES.test(text) && !HALF_A_CHARACTER.test(text);
}
