import { z } from 'zod';

/** What the formats of a list are called (`format=`), by preference where the client has none. */
export const FORMAT_NAMES = ['json', 'csv', 'geojson', 'arrow', 'parquet'] as const;
/** `bufr` is that of observations alone. */
export type FormatName = (typeof FORMAT_NAMES)[number] | 'bufr';

/** A format in which a list is answered. */
interface Form {
  /** Media type as registered with IANA; BUFR has none there: it is the one that WIS2 nodes use. */
  readonly mediaType: string;
  /** Name of a file of it, which a browser stores instead of showing it; null where it is shown. */
  readonly ending: string | null;
  readonly schema: z.ZodType;
}

/** A feature collection of RFC 7946; properties are the columns of the list's table. */
const featureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z
          .object({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2).max(3) })
          .nullable()
          .describe('The station: longitude, latitude [degrees], elevation [m] where it is known.'),
        properties: z.record(z.string(), z.unknown()),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'FeatureCollection' });

const bytes = z.string().meta({ format: 'binary' });

/** Formats by name. JSON is an endpoint's own, with its own schema. */
export const FORMATS: Readonly<Record<Exclude<FormatName, 'json'>, Form>> = {
  csv: { mediaType: 'text/csv', ending: 'csv', schema: z.string() },
  geojson: { mediaType: 'application/geo+json', ending: null, schema: featureCollection },
  arrow: { mediaType: 'application/vnd.apache.arrow.stream', ending: 'arrows', schema: bytes },
  parquet: { mediaType: 'application/vnd.apache.parquet', ending: 'parquet', schema: bytes },
  bufr: { mediaType: 'application/bufr', ending: 'bufr', schema: bytes },
};

/** Media type of a format. */
export function mediaTypeOf(format: FormatName): string {
  return format === 'json' ? 'application/json' : FORMATS[format].mediaType;
}
