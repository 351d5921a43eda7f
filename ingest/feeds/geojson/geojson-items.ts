import type { RawItem } from '../../raw-item.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Properties that become something else than a field of their own name. */
const RENAMED: ReadonlySet<string> = new Set([
  'ts',
  'station_file',
  'station_name_en',
  'station_name_gr',
  'network',
  'units',
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

/** The item of a feature, with a body that can be read again without its feed. */
export function featureItem(feature: unknown, place: string): RawItem {
  const whence = { mediaType: 'application/json', context: '', place };
  if (!isObject(feature) || !isObject(feature['properties'])) {
    const unreadable = 'a feature should be an object with geometry and properties';
    return { fields: null, unreadable, body: Buffer.from(JSON.stringify([feature])), ...whence };
  }
  const fields = observationFields(feature['properties'], feature['geometry']);
  return { fields, body: Buffer.from(JSON.stringify(fields)), ...whence };
}

function observationFields(properties: Fields, geometry: unknown): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) if (!RENAMED.has(name)) fields[name] = value;
  const { station_file: file, fid, ts } = properties;
  fields['station_id'] = file === undefined || file === null || file === '' ? fid : file;
  fields['time'] = ts;
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

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
