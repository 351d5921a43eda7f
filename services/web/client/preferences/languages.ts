/** The languages of the pages, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', el: 'Ελληνικά' } as const;

/** A language by its ISO 639-1 code. */
export type Language = keyof typeof LANGUAGES;

/** Where a browser names a language without a region, its numbers and dates are those of this one. */
const REGIONS: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', el: 'el-GR' };

/** True for the code of a language of the pages. */
export function isLanguage(code: unknown): code is Language {
  return typeof code === 'string' && Object.hasOwn(LANGUAGES, code);
}

/**
 * The language of the pages, and the one locale (BCP 47) that all their numbers and dates have.
 *
 * @param chosen by the reader; null: the first language of the browser that the pages have, else English
 * @param browser languages of the browser, the preferred first, such as `de-AT`
 */
export function spokenLanguage(
  chosen: Language | null,
  browser: readonly string[],
): { readonly language: Language; readonly locale: string } {
  const languageOf = (tag: string) => tag.toLowerCase().split('-')[0];
  const language = chosen ?? browser.map(languageOf).find(isLanguage) ?? 'en';
  const regional = browser.find((tag) => languageOf(tag) === language && tag.includes('-'));
  return { language, locale: regional ?? REGIONS[language] };
}
