import type { z } from 'zod';
import type { Problem } from '../errors.ts';

type Issue = z.core.$ZodIssue;

/** Names and messages of pydantic's `*_type` errors, which FastAPI answers with, by zod's names of the types. */
const TYPE_PROBLEMS: Readonly<Record<string, readonly [msg: string, type: string]>> = {
  string: ['Input should be a valid string', 'string_type'],
  number: ['Input should be a valid number', 'float_type'],
  int: ['Input should be a valid integer', 'int_type'],
  boolean: ['Input should be a valid boolean', 'bool_type'],
  array: ['Input should be a valid list', 'list_type'],
  // Of something with fields of its own; a dictionary of any names is a record.
  object: ['Input should be a valid dictionary or object to extract fields from', 'model_attributes_type'],
  record: ['Input should be a valid dictionary', 'dict_type'],
};

/** Words for the two sides of a bound: [allowed with equality, type, without, type]. */
const LOWER = ['greater than or equal to', 'greater_than_equal', 'greater than', 'greater_than'] as const;
const UPPER = ['less than or equal to', 'less_than_equal', 'less than', 'less_than'] as const;

/**
 * What zod found, in the words of FastAPI's HTTPValidationError (section 7 of the interface document), all at once.
 *
 * @param error of `safeParse(value, { reportInput: true })`: only so can a missing field be told from a wrong one
 * @param location where the value stood: `query`, `path` or `body`
 * @param known names that are allowed, for the message about an unknown one
 */
export function fieldProblems(
  error: { readonly issues: readonly Issue[] },
  location: 'query' | 'path' | 'body',
  known: readonly string[] = [],
): Problem[] {
  return error.issues.flatMap((issue) => problemsOf(issue, [location, ...pathOf(issue.path)], known));
}

function pathOf(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

function problemsOf(issue: Issue, loc: (string | number)[], known: readonly string[]): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const only = known.length > 0 && loc.length === 1 ? `; known are ${known.join(', ')}` : '';
    return issue.keys.map((key) => ({
      loc: [...loc, key],
      msg: `Extra inputs are not permitted${only}`,
      type: 'extra_forbidden',
    }));
  }
  if (issue.code === 'custom')
    return [{ loc, msg: issue.message, type: String(issue.params?.['type'] ?? 'value_error') }];
  if (issue.input === undefined) return [{ loc, msg: 'Field required', type: 'missing' }];
  const within = issue.code === 'invalid_union' ? nestedIssues(issue.errors) : null;
  if (within !== null) return within.flatMap((inner) => problemsOf(inner, [...loc, ...pathOf(inner.path)], known));
  const [msg, type] = describe(issue);
  return [{ loc, msg, type }];
}

/** Issues of the one form of a field that a value has but for what it holds; null where it has none, or several. */
function nestedIssues(forms: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const nested = forms.filter((issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0));
  return nested.length === 1 ? nested[0] : null;
}

function describe(issue: Issue): readonly [msg: string, type: string] {
  switch (issue.code) {
    case 'invalid_type':
      if (typeof issue.input === 'number' && issue.expected === 'number') {
        return ['Input should be a finite number', 'finite_number'];
      }
      return TYPE_PROBLEMS[issue.expected] ?? [`Input should be a valid ${issue.expected}`, `${issue.expected}_type`];
    case 'invalid_value':
      return [`Input should be ${alternatives(issue.values)}`, 'enum'];
    case 'invalid_union': {
      // None of the forms that a field tells apart; a field that says nothing is told the same.
      if ('options' in issue && Array.isArray(issue.options)) {
        return [`Input should be ${alternatives(issue.options)}`, 'enum'];
      }
      const inner = issue.errors.flat();
      const types: string[] = inner.flatMap((one) => ('expected' in one ? [one.expected] : []));
      const all = inner.flatMap((one) => (one.code === 'invalid_value' ? one.values : []));
      const values = all.filter((value) => !types.includes(typeof value));
      const forms = [
        ...(values.length > 0 ? [alternatives(values)] : []),
        ...(types.length > 0 ? [`a valid ${types.join(' or ')}`] : []),
      ];
      return [`Input should be ${forms.join(' or ')}`, 'union_type'];
    }
    case 'too_small':
      return bound(issue.origin, Number(issue.minimum), issue.inclusive ?? true, 'at least', 'short', LOWER);
    case 'too_big':
      return bound(issue.origin, Number(issue.maximum), issue.inclusive ?? true, 'at most', 'long', UPPER);
    default:
      return [issue.message, 'value_error'];
  }
}

function bound(
  origin: string,
  value: number,
  inclusive: boolean,
  counted: string,
  length: string,
  words: readonly [string, string, string, string],
): readonly [msg: string, type: string] {
  if (origin === 'string') return [`String should have ${counted} ${value} characters`, `string_too_${length}`];
  if (origin === 'array') return [`List should have ${counted} ${value} items`, `too_${length}`];
  return [`Input should be ${words[inclusive ? 0 : 2]} ${value}`, words[inclusive ? 1 : 3]];
}

/** `'a', 'b' or 'c'`, as pydantic lists them. */
export function alternatives(words: readonly unknown[]): string {
  const quoted = words.map((word) => `'${String(word)}'`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
