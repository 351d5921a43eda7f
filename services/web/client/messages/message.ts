import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../preferences/languages.ts';
import { preferences } from '../preferences/preferences.ts';
import type english from './en.json';

/** Messages in ICU MessageFormat, by group and name. Every catalogue has those of the English one. */
type Catalogue = typeof english;

/** The key of a message: its group and name, such as `shell.skip`. */
export type MessageKey = { [G in keyof Catalogue]: `${G}.${keyof Catalogue[G] & string}` }[keyof Catalogue];

/** What is put into a message. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** A reader loads one of them. */
const CATALOGUES: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('./en.json', { with: { type: 'json' } }),
  de: () => import('./de.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  el: () => import('./el.json', { with: { type: 'json' } }),
};

let catalogue: Catalogue | null = null;
/** What was read of messages, by their keys. */
const formats = new Map<string, IntlMessageFormat>();

/** Loads the catalogue of the reader's language; no message can be asked for before. */
export async function loadMessages(): Promise<void> {
  catalogue = (await CATALOGUES[preferences().spoken]()).default;
  formats.clear();
}

/**
 * A message in the reader's language.
 *
 * @param values for the arguments of the message; a number is written by the locale where the message says `number` or `plural`
 * @throws Error where no catalogue is loaded
 */
export function message(key: MessageKey, values: MessageValues = {}): string {
  let format = formats.get(key);
  if (format === undefined) {
    format = new IntlMessageFormat(textOf(key), preferences().locale, undefined, { ignoreTag: true });
    formats.set(key, format);
  }
  return String(format.format(values));
}

function textOf(key: MessageKey): string {
  if (catalogue === null) throw new Error('no catalogue of messages is loaded');
  const [group, name] = key.split('.');
  return (catalogue as Readonly<Record<string, Readonly<Record<string, string>>>>)[group][name];
}
