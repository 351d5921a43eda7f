import { readFileSync } from 'node:fs';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';

type Step = string | number;
type Change =
  | { readonly set: readonly Step[]; readonly value: unknown }
  | { readonly add: readonly Step[]; readonly value: unknown }
  | { readonly remove: readonly Step[] };

/** A pattern that was good before it was changed, and what is said of it. */
export interface BrokenPattern {
  readonly title: string;
  readonly graph: unknown;
  /** One of the problems; there may be others that follow from the same change. */
  readonly problem: { readonly loc: readonly Step[]; readonly msg: string; readonly type: string };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** Patterns that are good, by title; the text is what is sent. */
export const VALID = Object.entries(read('valid-patterns.json') as Record<string, PgJson>);

/** Every broken variant of broken-patterns.json. */
export function brokenPatterns(): BrokenPattern[] {
  const cases = read('broken-patterns.json') as (BrokenPattern['problem'] & { title: string; change: Change[] })[];
  return cases.map(({ title, change, loc, msg, type }) => {
    const graph: unknown = structuredClone(VALID[0][1]);
    for (const one of change) apply(graph, one);
    return { title, graph, problem: { loc, msg, type } };
  });
}

function apply(graph: unknown, change: Change): void {
  const path = 'set' in change ? change.set : 'add' in change ? change.add : change.remove;
  const parent = path.slice(0, -1).reduce<unknown>((held, step) => (held as Record<Step, unknown>)[step], graph);
  const at = parent as Record<Step, unknown>;
  const last = path[path.length - 1];
  if ('set' in change) at[last] = change.value;
  else if ('add' in change) (at[last] as unknown[]).push(change.value);
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete at[last];
}
