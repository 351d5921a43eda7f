import type { GraphEdge, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { argumentsIn } from '../queries/placeholders.ts';
import { parametersOf, propertyOf } from './node-property.ts';
import { shown } from './request-roles.ts';

const ARGUMENT = /^arg\d+$/;
/** What an argument may be called otherwise, as it stands in a statement. */
const NAME = /^[A-Za-z0-9_][\w-]*$/;

const IN_BRACES = /\{\{\s*([\w-]+)\s*\}\}/g;

/** An edge of an operator to what it reads. */
interface InputEdge {
  readonly edge: GraphEdge & { readonly properties?: unknown };
  readonly end: string | number;
}

/** The arguments of a statement, and the statement with their names. */
export interface NamedArguments {
  /** Ids or addresses of what stands for them, by name: `arg1`. */
  readonly args: ReadonlyMap<string, string | number>;
  /** With `{{arg1}}` for arguments that are called otherwise. */
  readonly statement: string;
}

/**
 * What stands for the arguments of an operator: said by its `Parameters` or its own properties (`arg1`), by the property
 * `argname` of an edge to what it reads, or by the statement itself, where it names what is read by its id. Where nothing is said,
 * one argument means the one thing that is read.
 *
 * @param name of the operator, for messages
 * @param problems where is noted what is no name of a file
 */
export function namedArguments(
  operator: GraphNode,
  inputs: readonly InputEdge[],
  statement: string,
  name: string,
  problems: string[],
): NamedArguments {
  const inBraces = new Set(Array.from(statement.matchAll(IN_BRACES), ([, word]) => word));
  const named = new Map<string, string | number>();
  for (const { edge, end } of inputs) {
    const argument = argnameOf(edge);
    if (argument === undefined) {
      if (inBraces.has(String(end))) named.set(String(end), end);
    } else if (typeof argument === 'string' && NAME.test(argument)) named.set(argument, end);
    else
      problems.push(
        `${name}: argname of its edge to ${shown(end)} should be a name like 'arg1', it is ${shown(argument)}`,
      );
  }
  for (const [place, properties] of [
    ['', operator.properties],
    ['Parameters.', parametersOf(operator)],
  ] as const) {
    for (const [argument, id] of Object.entries(properties)) {
      if (!ARGUMENT.test(argument)) continue;
      if (typeof id === 'string' || typeof id === 'number') named.set(argument, id);
      else problems.push(`${name}: ${place}${argument} should be the id of a file object, it is ${shown(id)}`);
    }
  }
  const asked = argumentsIn(statement);
  const unsaid = asked.filter((argument) => !named.has(argument));
  if (named.size === 0 && unsaid.length === 1 && inputs.length === 1) named.set(unsaid[0], inputs[0].end);
  return numbered(named, new Set(asked), statement);
}

/** `argname` of an edge; undefined where it has none. */
function argnameOf({ properties }: InputEdge['edge']): unknown {
  if (typeof properties !== 'object' || properties === null) return undefined;
  return propertyOf({ properties: { ...properties } }, 'argname') ?? undefined;
}

/** Gives arguments that are called otherwise a free number: the engine is given files by numbers alone. */
function numbered(
  named: ReadonlyMap<string, string | number>,
  taken: ReadonlySet<string>,
  statement: string,
): NamedArguments {
  const args = new Map<string, string | number>();
  const numbers = new Map<string, string>();
  let next = 1;
  for (const [name, id] of named) {
    let argument = name;
    if (!ARGUMENT.test(name)) {
      while (taken.has(`arg${next}`) || named.has(`arg${next}`)) next += 1;
      argument = `arg${next++}`;
      numbers.set(name, argument);
    }
    args.set(argument, id);
  }
  const renamed = statement.replace(IN_BRACES, (whole, name: string) => {
    const argument = numbers.get(name);
    return argument === undefined ? whole : `{{${argument}}}`;
  });
  return { args, statement: renamed };
}
