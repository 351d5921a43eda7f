import { z } from 'zod';
import type { EntitySet } from '../model/entity-set.ts';
import type { OptionName } from '../query/parse-options.ts';

const said = (description: string, example: unknown, schema: object = { type: 'string' }) =>
  z
    .string()
    .meta({ override: { ...schema, description }, ...(example !== null && { examples: [example] }) })
    .optional();

/** The system query options, as they come, with examples for a set: `parseOptions` reads them. */
export function optionFields({ properties, navigations, asked }: EntitySet) {
  const [[name, { type }]] = Object.entries(asked);
  const number = { type: 'integer', minimum: 0, maximum: 1_000_000_000 };
  return {
    $filter: said(
      "What must be true of an entity: name eq 'Alpha'.",
      type === 'time' ? `${name} gt 2026-03-01T00:00:00Z` : `${name} ne ''`,
    ),
    $expand: said(
      'Navigations that are shown in place: Datastreams($select=name;$expand=Observations($top=1)).',
      Object.keys(navigations)[0],
    ),
    $select: said('Properties that are answered, with commas between them.', properties[0]),
    $orderby: said('What entities are sorted by: phenomenonTime desc.', `${name} desc`),
    $top: said('Entities of a page.', 10, number),
    $skip: said('Entities that are left out before.', 0, number),
    $count: said('Whether @iot.count says how many there are.', true, { type: 'boolean' }),
    $skiptoken: said('Place to go on at, as a link to the next page has it.', null),
  } satisfies Record<OptionName, z.ZodType>;
}
