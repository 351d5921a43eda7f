import { HalcyonError } from '../../../schemas/errors.ts';

/** An expression of `$filter` or `$orderby` as it was written: names are not looked up yet, types not compared. */
export type Syntax =
  | { readonly kind: 'path'; readonly steps: readonly string[] }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  /** ms since the epoch. */
  | { readonly kind: 'time'; readonly value: number }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'null' }
  /** Well-known text. */
  | { readonly kind: 'geography'; readonly value: string }
  /** An operator or a function by its name. */
  | { readonly kind: 'call'; readonly name: string; readonly of: readonly Syntax[] };

/** One term of `$orderby`. */
export interface OrderTerm {
  readonly by: Syntax;
  readonly descending: boolean;
}

/** What follows `?` in a request, or stands in the parentheses of an expansion. */
export interface QueryOptions {
  readonly filter: Syntax | null;
  readonly order: readonly OrderTerm[];
  /** Names of properties; null for all. */
  readonly select: readonly string[] | null;
  readonly expand: readonly Expansion[];
  /** Entities of a page; null where it does not say. */
  readonly top: number | null;
  readonly skip: number;
  readonly count: boolean;
  /** Place to go on at, as a link to the next page has it. */
  readonly skipToken: string | null;
  /** The options as they were written, by their names. */
  readonly given: Readonly<Record<string, string>>;
}

/** A navigation that is followed and shown in place. */
export interface Expansion {
  readonly navigation: string;
  readonly options: QueryOptions;
}

/** What is thrown for a query that cannot be read. */
export function malformed(option: string, message: string): HalcyonError {
  return new HalcyonError('malformed_query', `${option}: ${message}`);
}

/** What is thrown for one that can be read and not be answered. */
export function unsupported(option: string, message: string): HalcyonError {
  return new HalcyonError('unsupported_query', `${option}: ${message}`);
}
