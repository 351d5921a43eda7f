import type { RawItem } from '../../raw-item.ts';
import { fillIn, type SourceForm } from '../../validation/source-form.ts';

/** Fields of an observation by name. */
type Fields = Readonly<Record<string, unknown>>;

/** Properties that become something else than a field of their own name. */
const RENAMED: ReadonlySet<string> = new Set([
  'ts',
  'station_file',
  'station_name_en',
  'station_name_gr',
  'network',
  'units',
  'kinds',
  'intervals',
]);

/** The features of a FeatureCollection; undefined where the text is none. */
export function featuresOf(text: string): readonly unknown[] | undefined {
  let collection: unknown;
  try {
    collection = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
  if (!isObject(collection) || collection['type'] !== 'FeatureCollection') return undefined;
  const { features } = collection;
  return Array.isArray(features) ? features : undefined;
}

/** The fields of a feature as the push interface names them; a text where it has none, the feature as it came. */
export function featureFields(feature: unknown, form: SourceForm): Record<string, unknown> | string {
  if (!isObject(feature) || !isObject(feature['properties'])) return JSON.stringify([feature]);
  const fields = observationFields(feature['properties'], feature['geometry']);
  fillIn(fields, form);
  return fields;
}

/** The item of a feature's fields, with a body that can be read again without its feed. */
export function featureItem(fields: Fields | string, place: string): RawItem {
  const source = { mediaType: 'application/json', context: '', place };
  if (typeof fields !== 'string') return { fields, body: Buffer.from(JSON.stringify(fields)), ...source };
  const unreadable = 'a feature should be an object with geometry and properties';
  return { fields: null, unreadable, body: Buffer.from(fields), ...source };
}

function observationFields(properties: Fields, geometry: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) if (!RENAMED.has(name)) fields[name] = value;
  const { station_file: file, fid, ts } = properties;
  fields['station_id'] = file === undefined || file === null || file === '' ? fid : file;
  if (ts !== undefined && ts !== null && ts !== '') fields['time'] = ts;
  const names = [properties['station_name_en'], properties['station_name_gr']];
  const name = names.find((one) => typeof one === 'string' && one.trim() !== '');
  if (name !== undefined) fields['station_name'] = name;
  const coordinates = isObject(geometry) ? geometry['coordinates'] : undefined;
  if (Array.isArray(coordinates)) {
    [fields['longitude'], fields['latitude']] = coordinates as unknown[];
    fields['elevation'] ??= (coordinates as unknown[])[2];
  }
  return fields;
}

/** True for an object of JSON that is no list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
