import type { GraphNode } from '../../../schemas/http/datasets/property-graph.ts';

/**
 * A property of a node by its name: as it is written, else in any case. Requests of some years write `Process`, others
 * `process`.
 */
export function propertyOf({ properties }: Pick<GraphNode, 'properties'>, name: string): unknown {
  if (Object.hasOwn(properties, name)) return properties[name];
  const other = Object.keys(properties).find((given) => given.toLowerCase() === name.toLowerCase());
  return other === undefined ? undefined : properties[other];
}

/** `Parameters` of an operator; empty where it has none. */
export function parametersOf(operator: GraphNode): Readonly<Record<string, unknown>> {
  const parameters = propertyOf(operator, 'Parameters');
  return typeof parameters === 'object' && parameters !== null ? { ...parameters } : {};
}
