import { z } from 'zod';
import { analyticalPattern } from '../../../schemas/http/patterns/pg-json.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { assertPattern } from '../assert-pattern.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';

/** Media types that a drawing can be had as; the first is what a client gets that does not say. */
const [SVG, JSON_TYPE] = ['image/svg+xml', 'application/json'];
/** A drawing that is opened by itself may have its own styles, and nothing else. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export const displayPattern = endpoint({
  name: 'display-pattern',
  method: 'POST',
  part: 'patterns',
  roles: ['user'],
  path: '/api/v1/aps/display',
  description:
    'Draws an analytical pattern as SVG, with the name of its root as title, labels of edges, and properties as ' +
    'tooltips; root, operators, data and results have shapes and colours of their own. `Accept: application/json` ' +
    'gives `{"svg": "..."}`. Beyond 1,000 nodes and edges it is drawn in rings round the root.',
  audit: null,
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: analyticalPattern, limit: 'graphBytes' },
  success: {
    status: 200,
    description: 'The drawing.',
    content: { [SVG]: z.string(), [JSON_TYPE]: z.object({ svg: z.string() }) },
  },
  atOnce: 32,
  async answer({ body, bodyText, preferred, signal }, { drawer }: PatternDependencies) {
    assertPattern(body);
    const svg = await drawer.draw(body, bodyText, signal);
    const headers = { Vary: 'Accept' };
    if (preferred([SVG, JSON_TYPE]) === JSON_TYPE) return { status: 200, body: { svg }, headers };
    return { status: 200, body: svg, type: SVG, headers: { ...headers, 'Content-Security-Policy': DRAWING_POLICY } };
  },
});
