import { z } from 'zod';

const labels = z.array(z.string()).describe('Labels, in any order.');
const properties = z
  .record(z.string(), z.unknown())
  .nullable()
  .optional()
  .describe('Properties by name, of any JSON type; null and absent mean none.');

/** A node of a property graph in PG-JSON (section 2.3 of the interface document). Fields beside these are kept. */
const pgJsonNode = z
  .looseObject({ id: z.string().describe('Unique in its graph; a UUID on most platforms.'), labels, properties })
  .meta({ id: 'PgJsonNode' });

/** An edge of a property graph in PG-JSON: it leads from one node to another, which it names by their ids. */
const pgJsonEdge = z.looseObject({ from: z.string(), to: z.string(), labels, properties }).meta({ id: 'PgJsonEdge' });

const graph = z.looseObject({ nodes: z.array(pgJsonNode), edges: z.array(pgJsonEdge) });

/** A property graph in PG-JSON, whatever it says. */
export const pgJson = graph.meta({ id: 'PgJson', ...examples() });

/** The same form, where it should be an analytical pattern: the document gives it a name of its own. */
export const analyticalPattern = graph.meta({ id: 'AnalyticalPattern', ...examples() });

export type PgJsonNode = z.output<typeof pgJsonNode>;
export type PgJson = z.output<typeof pgJson>;

function examples() {
  const root = '6f1de2a4-51b1-4a5b-9a0a-0c9a2f6f3c11';
  const operator = '0a7c9a0e-3a52-4d2c-8d4c-0b7a0f1c7b22';
  return {
    examples: [
      {
        nodes: [
          { id: root, labels: ['Analytical_Pattern'], properties: { name: 'Mean temperature by day' } },
          { id: operator, labels: ['Operator', 'SQL_Operator'], properties: { name: 'Daily mean' } },
        ],
        edges: [{ from: root, to: operator, labels: ['consist_of'], properties: null }],
      },
    ],
  };
}
