import { HalcyonError } from '../../../schemas/errors.ts';
import type { RawItem } from '../../raw-item.ts';
import { fillIn } from '../../validation/source-form.ts';
import { featureFields, featuresOf } from '../geojson/geojson-items.ts';
import { unreadable } from '../mqtt/message-items.ts';
import { parsePush } from '../push/parse-push.ts';
import { areObservedProperties, gatheredObservations, type Otherwise } from './observed-properties.ts';

/** Where a binary format begins at the latest, behind the heading of a bulletin [bytes]. */
const HEADING = 256;

/**
 * The items of data that were notified: GeoJSON with one observed property a feature, or with one observation a feature
 * as a GeoJSON feed has it, or what a push holds as JSON or CSV. BUFR is read by `bufrItems`.
 *
 * @param place of the items
 */
export function notifiedItems(data: Buffer, place: string, otherwise: Otherwise): RawItem[] {
  const format = binaryFormat(data);
  if (format !== null) {
    const why = `the data are ${format}, which is not decoded here: BUFR, GeoJSON, JSON and CSV are read`;
    return [unreadable(data, place, why)];
  }
  const features = featuresIn(data.toString('utf8'));
  if (features !== undefined) {
    if (areObservedProperties(features)) {
      return gatheredObservations(features, otherwise).map((fields) => itemOf(fields, place, otherwise));
    }
    return features.map((feature) => {
      const fields = featureFields(feature, otherwise.form);
      return typeof fields === 'string'
        ? unreadable(Buffer.from(fields), place, 'a feature should be an object with geometry and properties')
        : itemOf(fields, place, otherwise);
    });
  }
  try {
    const isJson = /^\s*[[{]/.test(data.toString('utf8', 0, HEADING).replace(/^\ufeff/, ''));
    return parsePush(isJson ? 'application/json' : 'text/csv', data).map((item) =>
      item.fields === null ? { ...item, place } : itemOf({ ...item.fields }, place, otherwise),
    );
  } catch (error) {
    if (!(error instanceof HalcyonError)) throw error;
    return [unreadable(data, place, error.message)];
  }
}

/** True where a BUFR message is at the begin of data, or behind the heading of a bulletin. */
export function isBufr(data: Buffer): boolean {
  return data.toString('latin1', 0, HEADING).includes('BUFR');
}

/** The name of a format of meteorology that is no text; null of any other. */
function binaryFormat(data: Buffer): string | null {
  const start = data.toString('latin1', 0, HEADING);
  if (start.startsWith('GRIB')) return 'GRIB';
  return start.startsWith('CDF') || start.startsWith('\x89HDF') ? 'NetCDF' : null;
}

/** The features of a FeatureCollection, or the one that stands alone; undefined where the text is neither. */
function featuresIn(text: string): readonly unknown[] | undefined {
  const alone = /^\ufeff?\s*\{/.test(text) && /"type"\s*:\s*"Feature"/.test(text);
  return (
    featuresOf(text) ??
    (alone ? featuresOf(`{"type":"FeatureCollection","features":[${text.replace(/^\ufeff/, '')}]}`) : undefined)
  );
}

/** The item of fields that were read, with what is said otherwise of what they do not say. */
export function itemOf(
  fields: Record<string, unknown>,
  place: string,
  { station, position, form }: Otherwise,
): RawItem {
  fields['station_id'] ??= fields['station'] ?? station;
  if (position !== null && fields['latitude'] === undefined && fields['longitude'] === undefined) {
    Object.assign(fields, position);
  }
  fillIn(fields, form);
  return { fields, body: Buffer.from(JSON.stringify(fields)), mediaType: 'application/json', context: '', place };
}
