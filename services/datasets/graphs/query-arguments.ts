import type { GraphEdge, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { argumentsIn } from '../queries/placeholders.ts';
import { parametersOf, propertyOf } from './node-property.ts';
import { shown } from './request-roles.ts';

const ARGUMENT = /^arg\d+$/;

/** An edge of an operator to what it reads. */
interface InputEdge {
  readonly edge: GraphEdge & { readonly properties?: unknown };
  readonly end: string | number;
}

/**
 * What stands for the arguments of an operator, by their names: said by its `Parameters` or its own properties (`arg1`), or by
 * the property `argname` of an edge to what it reads. Where nothing is said, one argument means the one thing that is read.
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
): Map<string, string | number> {
  const args = new Map<string, string | number>();
  for (const { edge, end } of inputs) {
    const given = edge.properties;
    const argument =
      typeof given === 'object' && given !== null ? propertyOf({ properties: { ...given } }, 'argname') : null;
    if (argument === undefined || argument === null) continue;
    if (typeof argument === 'string' && ARGUMENT.test(argument)) args.set(argument, end);
    else
      problems.push(
        `${name}: argname of its edge to ${shown(end)} should be 'arg1', 'arg2', ..., it is ${shown(argument)}`,
      );
  }
  for (const [place, properties] of [
    ['', operator.properties],
    ['Parameters.', parametersOf(operator)],
  ] as const) {
    for (const [argument, id] of Object.entries(properties)) {
      if (!ARGUMENT.test(argument)) continue;
      if (typeof id === 'string' || typeof id === 'number') args.set(argument, id);
      else problems.push(`${name}: ${place}${argument} should be the id of a file object, it is ${shown(id)}`);
    }
  }
  const unsaid = argumentsIn(statement).filter((argument) => !args.has(argument));
  if (args.size === 0 && unsaid.length === 1 && inputs.length === 1) args.set(unsaid[0], inputs[0].end);
  return args;
}
