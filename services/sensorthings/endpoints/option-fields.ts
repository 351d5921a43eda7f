import { z } from 'zod';
import type { OptionName } from '../query/parse-options.ts';

const said = (description: string, schema: object = { type: 'string' }) =>
  z
    .string()
    .meta({ override: { ...schema, description } })
    .optional();

/** The system query options, as they come: `parseOptions` reads them. */
export const optionFields = {
  $filter: said("What must be true of an entity: name eq 'Alpha'."),
  $expand: said('Navigations that are shown in place: Datastreams($select=name;$expand=Observations($top=1)).'),
  $select: said('Properties that are answered, with commas between them.'),
  $orderby: said('What entities are sorted by: phenomenonTime desc.'),
  $top: said('Entities of a page.', { type: 'integer', minimum: 0, maximum: 1_000_000_000 }),
  $skip: said('Entities that are left out before.', { type: 'integer', minimum: 0, maximum: 1_000_000_000 }),
  $count: said('Whether @iot.count says how many there are.', { type: 'boolean' }),
  $skiptoken: said('Place to go on at, as a link to the next page has it.'),
} satisfies Record<OptionName, z.ZodType>;
