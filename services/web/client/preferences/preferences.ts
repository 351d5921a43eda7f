import { isLanguage, type Language, spokenLanguage } from './languages.ts';

/** Systems of units that values are shown in; `metric` has the units of the service. */
export const UNIT_SYSTEMS = ['metric', 'si', 'knots', 'imperial'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** What a reader has chosen; null: left to the browser. */
export interface Choices {
  readonly language: Language | null;
  readonly units: UnitSystem;
  /** IANA name of the time zone that times are shown and entered in. */
  readonly zone: string;
}

/** How the pages show values, times and words. */
export interface Preferences extends Choices {
  readonly spoken: Language;
  /** BCP 47: of all numbers and dates. */
  readonly locale: string;
}

const UNCHOSEN: Choices = { language: null, units: 'metric', zone: 'UTC' };
let current: Preferences = { ...UNCHOSEN, spoken: 'en', locale: 'en-GB' };

/** How the pages show values, times and words; they load anew when it changes. */
export function preferences(): Preferences {
  return current;
}

/**
 * Takes up what a reader has chosen.
 *
 * @param browser languages of the browser, the preferred first
 */
export function beginPreferences(choices: Choices, browser: readonly string[]): void {
  const { language, locale } = spokenLanguage(choices.language, browser);
  current = { ...choices, spoken: language, locale };
}

/** The choices in a text that was kept; what cannot be read of it is left to the browser. */
export function readChoices(text: string | null): Choices {
  const { language, units, zone } = parsed(text);
  return {
    language: isLanguage(language) ? language : UNCHOSEN.language,
    units: UNIT_SYSTEMS.find((one) => one === units) ?? UNCHOSEN.units,
    zone: typeof zone === 'string' && isZone(zone) ? zone : UNCHOSEN.zone,
  };
}

function parsed(text: string | null): Readonly<Partial<Record<keyof Choices, unknown>>> {
  try {
    return { ...(JSON.parse(text ?? '{}') as object) };
  } catch {
    return {};
  }
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
