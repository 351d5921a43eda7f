import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { nodeAnswer } from '../../../schemas/http/patterns/payloads.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { PatternNode } from '../pattern-nodes.ts';
import { assertEveryNetwork } from './assert-every-network.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

const at = {
  path: '/api/v1/nodes/:id',
  pathParameters: z.object({ id: z.string().meta({ examples: ['0a7c9a0e-3a52-4d2c-8d4c-0b7a0f1c7b22'] }) }),
  query: query({}),
  errors: { 404: 'No stored pattern has a node of this id.' },
} as const;

export const getPatternNode = endpoint({
  ...at,
  name: 'get-pattern-node',
  method: 'GET',
  part: 'patterns',
  roles: ['user'],
  description:
    'A node of stored patterns, as the newest of them has it, and the ids of the patterns that have it, in `aps`.',
  success: json('The node.', nodeAnswer),
  atOnce: 8,
  async answer({ path: { id } }, { patterns }: PatternDependencies) {
    return { status: 200, body: answerOf(await patterns.node(id)) };
  },
});

export const changePatternNode = endpoint({
  ...at,
  name: 'change-pattern-node',
  method: 'PATCH',
  part: 'patterns',
  roles: ['curator'],
  description:
    'Gives a node properties, in every stored pattern that has it: those of the body replace those of the same name, the ' +
    'others stay.',
  audit: { action: 'pattern.change', of: ({ path: { id } }) => ({ about: { kind: 'node', id } }) },
  body: {
    kind: 'json',
    schema: z.record(z.string(), z.unknown()).meta({ examples: [{ name: 'Daily mean' }] }),
    limit: 'bodyBytes',
  },
  success: json('The node as it now is.', nodeAnswer),
  atOnce: 8,
  async answer({ path: { id }, bodyText, scope }, { patterns }: PatternDependencies) {
    assertEveryNetwork(scope);
    // Read anew: a schema's own copy lacks a property called `__proto__`.
    const properties = JSON.parse(bodyText) as Readonly<Record<string, unknown>>;
    return { status: 200, body: answerOf(await patterns.changeNode(id, properties)) };
  },
});

function answerOf(found: PatternNode | null): object {
  if (found === null) throw new HalcyonError('not_found', 'no stored pattern has a node of this id');
  const { id, labels, properties = {} } = found.node;
  return { id, labels, properties: properties ?? {}, aps: found.patterns };
}
