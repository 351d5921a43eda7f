import { surfaceReport } from '../../../../ingest/feeds/bufr/surface-report.ts';
import { readObservation } from '../../../../ingest/validation/observation-fields.ts';
import { PLAIN_FORM } from '../../../../ingest/validation/source-form.ts';

/** Prints what is read of the pairs of descriptors and values in its argument, by the elements of its environment. */
const pairs = JSON.parse(process.argv[2] ?? '') as readonly (readonly [string, number])[];
const fields = surfaceReport(
  pairs.map(([code, value]) => ({ code, value })),
  PLAIN_FORM,
);
const reading = readObservation({ ...fields, station_id: 'a', time: 1_772_000_000 }, 'north', Number.MAX_SAFE_INTEGER);
process.stdout.write(JSON.stringify(reading));
