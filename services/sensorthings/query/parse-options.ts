import { parseExpression, parseOrder } from './parse-expression.ts';
import { type Expansion, malformed, type QueryOptions, unsupported } from './syntax.ts';

/** Expansions inside each other at most. */
const DEEPEST = 8;
/** Largest number that `$top` and `$skip` take. */
const LARGEST = 1_000_000_000;

/** The system query options that are answered, by their names. */
const OPTION_NAMES = ['$filter', '$expand', '$select', '$orderby', '$top', '$skip', '$count', '$skiptoken'] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

/**
 * Reads query options.
 *
 * @param given texts by the options' names
 * @throws HalcyonError `malformed_query` where one cannot be read, `unsupported_query` where one is not known
 */
export function parseOptions(given: Readonly<Partial<Record<OptionName, string>>>, depth = 0): QueryOptions {
  if (depth > DEEPEST) throw unsupported('$expand', `at most ${DEEPEST} expansions inside each other are answered`);
  const texts = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined));
  const read = <T>(name: OptionName, by: (text: string, option: string) => T, otherwise: T): T => {
    const text = given[name];
    return text === undefined ? otherwise : by(text, name);
  };
  return {
    filter: read('$filter', parseExpression, null),
    order: read('$orderby', parseOrder, []),
    select: read('$select', (text) => listed(text, ',').map((name) => name.trim()), null),
    expand: merged(read('$expand', (text) => listed(text, ',').map((one) => expansionOf(one, depth)), [])),
    top: read('$top', wholeNumber, null),
    skip: read('$skip', wholeNumber, 0),
    count: read('$count', trueOrFalse, false),
    skipToken: read('$skiptoken', (text) => text, null),
    given: texts,
  };
}

/** `Datastreams/Observations($top=1)`: the options in parentheses are those of the last step. */
function expansionOf(text: string, depth: number): Expansion {
  const match = /^\s*([A-Za-z]+(?:\/[A-Za-z]+)*)\s*(?:\((.*)\))?\s*$/s.exec(text);
  if (match === null) {
    throw malformed('$expand', `'${text.slice(0, 40)}' should be like Datastreams or Datastreams($top=1;$orderby=id)`);
  }
  const steps = match[1].split('/');
  if (steps.length + depth > DEEPEST) throw unsupported('$expand', `at most ${DEEPEST} steps are followed`);
  const last = parseOptions(match[2] === undefined ? {} : optionsIn(match[2]), depth + steps.length);
  return steps.reduceRight<Expansion | null>((inner, navigation, index) => {
    if (inner === null) return { navigation, options: last };
    const rest = `${steps.slice(index + 1).join('/')}${match[2] === undefined ? '' : `(${match[2]})`}`;
    return { navigation, options: { ...parseOptions({}), expand: [inner], given: { $expand: rest } } };
  }, null) as Expansion;
}

function optionsIn(text: string): Partial<Record<OptionName, string>> {
  const options: Partial<Record<OptionName, string>> = {};
  for (const part of listed(text, ';')) {
    const match = /^\s*(\$?[a-z]+)\s*=(.*)$/s.exec(part);
    const name = OPTION_NAMES.find((known) => known === match?.[1]);
    if (match === null || name === undefined || name === '$skiptoken') {
      throw malformed(
        '$expand',
        `'${part.slice(0, 40)}' should be one of ${OPTION_NAMES.slice(0, 7).join(', ')} with its value`,
      );
    }
    if (options[name] !== undefined) throw malformed('$expand', `${name} is given twice`);
    options[name] = match[2].trim();
  }
  return options;
}

/** Two expansions that begin with the same navigation are one. */
function merged(expansions: readonly Expansion[]): Expansion[] {
  const byName = new Map<string, Expansion>();
  for (const one of expansions) {
    const before = byName.get(one.navigation);
    if (before === undefined) {
      byName.set(one.navigation, one);
      continue;
    }
    const [plain, other] = onlyExpands(one) ? [before, one] : [one, before];
    if (!onlyExpands(other)) throw malformed('$expand', `${one.navigation} is given twice`);
    const expand = merged([...plain.options.expand, ...other.options.expand]);
    const both = [plain, other].map(({ options }) => options.given['$expand']).filter((text) => text !== undefined);
    const given = { ...plain.options.given, ...(both.length > 0 && { $expand: both.join(',') }) };
    byName.set(one.navigation, { navigation: one.navigation, options: { ...plain.options, expand, given } });
  }
  return [...byName.values()];
}

function onlyExpands({ options }: Expansion): boolean {
  return Object.keys(options.given).every((name) => name === '$expand');
}

/** Parts of a list that stand outside of parentheses and quotes. */
function listed(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let [depth, quoted, from] = [0, false, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value <= LARGEST) return value;
  throw malformed(option, `'${text.slice(0, 40)}' should be a whole number from 0 to ${LARGEST}`);
}

function trueOrFalse(text: string, option: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw malformed(option, `'${text.slice(0, 40)}' should be true or false`);
}
