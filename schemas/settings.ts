import { homedir } from 'node:os';
import { join } from 'node:path';
import { DECIMAL_TEXT } from './decimal-text.ts';

/** One row of the configuration table: an environment variable, what it means and how its text is read. */
export interface Setting<T> {
  readonly name: string;
  readonly meaning: string;
  /** Default as the documentation shows it. */
  readonly shown: string;
  /** What would be right, for the message about a wrong value. */
  readonly expected: string;
  readonly fallback: (environment: Environment) => T;
  /** The value of a text, or undefined where the text is wrong. */
  readonly read: (text: string) => T | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Described = Pick<Setting<unknown>, 'name' | 'meaning'>;

/** A whole number in [low, high]. */
export function integer(low: number, high: number, fallback: number, row: Described): Setting<number> {
  return {
    ...row,
    shown: String(fallback),
    expected: `a whole number from ${low} to ${high}`,
    fallback: () => fallback,
    read: (text) => {
      const value = Number(text);
      return /^\d+$/.test(text.trim()) && value >= low && value <= high ? value : undefined;
    },
  };
}

/** A number in (above, high]. */
export function decimal(above: number, high: number, fallback: number, row: Described): Setting<number> {
  return {
    ...row,
    shown: String(fallback),
    expected: `a number above ${above} and up to ${high}`,
    fallback: () => fallback,
    read: (text) => {
      const value = DECIMAL_TEXT.test(text.trim()) ? Number(text) : Number.NaN;
      return value > above && value <= high ? value : undefined;
    },
  };
}

/** A setting that may be left open: null where it is not given. `shown` says what then holds. */
export function optional<T>(setting: Setting<T>, shown: string): Setting<T | null> {
  return { ...setting, shown, fallback: () => null };
}

/** A duration such as `2h`, `90m` or `2 h`, in whole slots of ten minutes; at most `highHours`. */
export function duration(highHours: number, fallbackHours: number, row: Described): Setting<number> {
  return {
    ...row,
    shown: `${fallbackHours}h`,
    expected: `a duration in steps of ten minutes up to ${highHours} h, such as 90m or 2h`,
    fallback: () => fallbackHours * 6,
    read: (text) => {
      const match = /^\s*(\d+)\s*(m|min|h)\s*$/.exec(text);
      if (match === null) return undefined;
      const minutes = Number(match[1]) * (match[2] === 'h' ? 60 : 1);
      return minutes % 10 === 0 && minutes <= highHours * 60 ? minutes / 10 : undefined;
    },
  };
}

/** A duration such as `90s` or `5m`, in ms. */
export function interval(lowMs: number, highMs: number, fallbackMs: number, row: Described): Setting<number> {
  return {
    ...row,
    shown: secondsText(fallbackMs),
    expected: `a duration from ${secondsText(lowMs)} to ${secondsText(highMs)}, such as 90s or 5m`,
    fallback: () => fallbackMs,
    read: (text) => {
      const match = /^\s*(\d+)\s*(s|m|min|h)\s*$/.exec(text);
      if (match === null) return undefined;
      const ms = Number(match[1]) * (match[2] === 's' ? 1000 : match[2] === 'h' ? 3_600_000 : 60_000);
      return ms >= lowMs && ms <= highMs ? ms : undefined;
    },
  };
}

function secondsText(ms: number): string {
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000}h` : ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
}

const BYTES: Readonly<Record<string, number>> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** An amount of data such as `512 MiB` or `2GiB`, in bytes. */
export function bytes(low: number, high: number, fallback: number, row: Described): Setting<number> {
  return {
    ...row,
    shown: bytesText(fallback),
    expected: `an amount from ${bytesText(low)} to ${bytesText(high)}, such as 512MiB or 2GiB`,
    fallback: () => fallback,
    read: (given) => {
      const match = /^\s*(\d{1,15})\s*(B|KiB|MiB|GiB|TiB)\s*$/.exec(given);
      if (match === null) return undefined;
      const value = Number(match[1]) * BYTES[match[2]];
      return value >= low && value <= high ? value : undefined;
    },
  };
}

/** An amount of data in the largest unit that leaves it whole: `2GiB`. */
function bytesText(amount: number): string {
  const [unit, size] = Object.entries(BYTES).findLast(([, each]) => amount % each === 0) ?? ['B', 1];
  return `${amount / size}${unit}`;
}

/** One of a closed set of words. */
export function oneOf<T extends string>(words: readonly T[], fallback: T, row: Described): Setting<T> {
  return {
    ...row,
    shown: fallback,
    expected: `one of ${words.join(', ')}`,
    fallback: () => fallback,
    read: (text) => words.find((word) => word === text.trim()),
  };
}

/** A comma-separated list of words of a closed set, none twice; `none` is the empty list where `mayBeEmpty`. */
export function listOf<T extends string>(
  words: readonly T[],
  fallback: readonly T[],
  mayBeEmpty: boolean,
  row: Described,
): Setting<readonly T[]> {
  return {
    ...row,
    shown: fallback.join(',') || 'none',
    expected: `a comma-separated list of ${words.join(', ')}${mayBeEmpty ? ', or none' : ''}, each once`,
    fallback: () => fallback,
    read: (text) => readList(text, words, mayBeEmpty),
  };
}

/** Reads a comma-separated list of known words in the order of `words`; undefined where one is unknown, stands twice or nothing is left. */
function readList<T extends string>(text: string, words: readonly T[], mayBeEmpty: boolean): readonly T[] | undefined {
  if (mayBeEmpty && text.trim() === 'none') return [];
  const asked = text.split(',').map((part) => part.trim());
  if (asked.some((part, at) => !words.includes(part as T) || asked.indexOf(part) < at)) return undefined;
  return words.filter((word) => asked.includes(word));
}

/** Any text that is not blank. */
export function text(fallback: string, row: Described): Setting<string> {
  return {
    ...row,
    shown: fallback === '' ? 'none' : fallback,
    expected: 'a text that is not empty',
    fallback: () => fallback,
    read: unlessBlank,
  };
}

function unlessBlank(given: string): string | undefined {
  return given.trim() === '' ? undefined : given;
}

/** An absolute http or https URL; '' is none. */
export function url(row: Described, protocols: readonly string[] = ['http:', 'https:']): Setting<string> {
  return {
    ...row,
    shown: 'none',
    expected: `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    fallback: () => '',
    read: (given) =>
      URL.canParse(given) && protocols.includes(new URL(given).protocol) ? given.replace(/\/+$/, '') : undefined,
  };
}

/** A comma-separated list of host:port; empty is none. */
export function hosts(row: Described): Setting<readonly string[]> {
  return {
    ...row,
    shown: 'none',
    expected: 'a comma-separated list of host:port',
    fallback: () => [],
    read: (given) => {
      const places = given.split(',').map((place) => place.trim());
      const sound = (place: string) => /^([\w.-]+|\[[\da-fA-F:]+\]):\d{1,5}$/.test(place);
      return places.every(sound) ? places : undefined;
    },
  };
}

/** A comma-separated list of host names or addresses, `*.` in front for all below a name, in lower case; empty is none. */
export function hostNames(row: Described): Setting<readonly string[]> {
  return {
    ...row,
    shown: 'none',
    expected: 'a comma-separated list of host names or addresses, such as hooks.example.org or *.example.org',
    fallback: () => [],
    read: (given) => {
      const names = given.split(',').map((name) => name.trim().toLowerCase());
      const sound = (name: string) => /^(\*|(\*\.)?[\w.-]+|\[?[\da-f:.]+\]?)$/.test(name);
      return names.every(sound) ? names.map((name) => name.replace(/^\[|\]$/g, '')) : undefined;
    },
  };
}

/** The address of a service: a URL to which paths are added, so without query, fragment or credentials. */
export function address(row: Described): Setting<string> {
  const base = url(row);
  return {
    ...base,
    expected: `${base.expected}, without user, query and fragment`,
    read: (given) => (/[?#@]/.test(given) ? undefined : base.read(given)),
  };
}

/** A setting as a message may show it: messages are kept in logs, which no password should reach. */
export function withoutPassword(given: string): string {
  return given.replace(/^([a-z]*:\/\/)?.*@/is, '$1...@');
}

/** `true` or `false`. */
export function flag(fallback: boolean, row: Described): Setting<boolean> {
  return {
    ...row,
    shown: String(fallback),
    expected: 'true or false',
    fallback: () => fallback,
    read: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
  };
}

/** The data folder of the XDG base directory specification. */
export function dataFolder(row: Described): Setting<string> {
  return {
    ...row,
    shown: '$XDG_DATA_HOME/halcyon, else ~/.local/share/halcyon',
    expected: 'the path of a folder',
    fallback: (environment) => join(environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'halcyon'),
    read: unlessBlank,
  };
}
