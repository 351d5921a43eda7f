import type { RawItem } from '../../raw-item.ts';
import type { BufrDecoder, BufrSubset } from '../bufr/bufr-decoder.ts';
import { bufrMessages, dataCategory } from '../bufr/bufr-messages.ts';
import { surfaceReport } from '../bufr/surface-report.ts';
import { isSurfaceReport } from '../bufr/surface-values.ts';
import { bufrMediaType } from './bufr-media-type.ts';
import { itemOf } from './notified-items.ts';
import type { Otherwise } from './observed-properties.ts';

type Fields = Record<string, unknown>;

const SURFACE_LAND = 0;

/**
 * The items of BUFR data: one a station and time, and one that says why for each message that is not read, with its bytes.
 *
 * @param place of the items
 * @param decoder a text says why there is none
 * @returns null where the signal aborted before all were read
 */
export async function bufrItems(
  data: Buffer,
  place: string,
  otherwise: Otherwise,
  decoder: BufrDecoder | string,
  signal: AbortSignal,
): Promise<RawItem[] | null> {
  const messages = bufrMessages(data);
  const unread: RawItem[] = [];
  const reports = new Map<string, { readonly fields: Fields; readonly place: string }>();
  let count = 0;
  for (const { bytes, at } of messages) {
    const here = messages.length === 1 ? place : `${place} byte ${at}`;
    const subsets = await subsetsOf(bytes, decoder, signal);
    if (subsets === null) return null;
    if (typeof subsets === 'string') {
      const mediaType = bufrMediaType(messages.length === 1 ? otherwise : ofSeveral(otherwise));
      unread.push({ fields: null, unreadable: subsets, body: bytes, mediaType, context: '', place: here });
      continue;
    }
    count += subsets.length;
    for (const [k, subset] of subsets.entries()) {
      const fields = surfaceReport(subset, otherwise.form);
      if (fields !== null) gather(reports, fields, subsets.length === 1 ? here : `${here} subset ${k + 1}`);
    }
  }
  // The notification tells of one station: it is not that of several reports which name none.
  const said = count === 1 ? otherwise : ofSeveral(otherwise);
  const items = Array.from(reports.values(), (report) => itemOf(report.fields, report.place, said));
  return [...items, ...unread];
}

function ofSeveral(otherwise: Otherwise): Otherwise {
  return { ...otherwise, station: null, position: null };
}

async function subsetsOf(
  bytes: Buffer,
  decoder: BufrDecoder | string,
  signal: AbortSignal,
): Promise<readonly BufrSubset[] | string | null> {
  const category = dataCategory(bytes);
  if (category !== SURFACE_LAND) {
    const given = category === undefined ? 'none that is known' : String(category);
    return `the data category of the BUFR message is ${given}, should be 0: surface data of stations on land`;
  }
  const subsets = typeof decoder === 'string' ? decoder : await decoder.decode(bytes, signal);
  if (typeof subsets === 'string') return `the BUFR message is not decoded: ${subsets}`;
  if (subsets === null || subsets.some(isSurfaceReport)) return subsets;
  return 'the BUFR message has no element of a surface observation, should be of a surface template such as 3 07 080';
}

/** Centres send what a station reports in several messages: of one time it is one report, of which the first counts. */
function gather(
  reports: Map<string, { readonly fields: Fields; readonly place: string }>,
  fields: Fields,
  place: string,
): void {
  const { station_id, time, units } = fields;
  const isNamed = station_id !== undefined && time !== undefined;
  const key = isNamed ? JSON.stringify([station_id, time]) : place;
  const before = reports.get(key);
  if (before === undefined) reports.set(key, { fields, place });
  else {
    const both = { ...(units as object), ...(before.fields['units'] as object) };
    reports.set(key, { fields: { ...fields, ...before.fields, units: both }, place: before.place });
  }
}
