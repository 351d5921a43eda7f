import { shown } from '../../validation/refusal.ts';
import { isObject } from '../geojson/geojson-items.ts';

/** Position of a notification or an observation: degrees north and east, and metres where they are given. */
export interface Position {
  readonly latitude: unknown;
  readonly longitude: unknown;
  readonly elevation?: unknown;
}

/** A digest that data should have. */
export interface Integrity {
  readonly method: string;
  /** Base64. */
  readonly value: string;
}

/** A WIS2 notification message, as far as observations need it. */
export interface Notification {
  readonly dataId: string;
  readonly pubtime: string;
  /** WIGOS station identifier; null where it names none. */
  readonly station: string | null;
  readonly position: Position | null;
  readonly integrity: Integrity | null;
  /** The data themselves, as they are encoded; null where they have to be fetched. */
  readonly content: { readonly encoding: string; readonly value: string } | null;
  /** Where the data are; null where the message says that they were deleted. */
  readonly link: { readonly href: string; readonly type: string } | null;
}

type Fields = Readonly<Record<string, unknown>>;

const UPDATE = /^(?:http:\/\/def\.wmo\.int\/def\/rel\/wnm\/-\/)?update$/;
const DELETION = /^(?:http:\/\/def\.wmo\.int\/def\/rel\/wnm\/-\/)?deletion$/;

/**
 * Reads a WIS2 notification message (WMO Manual on WIS, volume II, appendix E; conformance class core of version 1).
 * What observations do not need is not looked at.
 *
 * @returns a text that says what is wrong and what would be right where it is none
 */
export function readNotification(value: unknown): Notification | string {
  const expected = 'should be a WIS2 notification message';
  if (!isObject(value) || value['type'] !== 'Feature') return `the message is no GeoJSON Feature, ${expected}`;
  const { properties, links } = value;
  if (!isObject(properties)) return `the message has no properties, ${expected}`;
  const { data_id, pubtime, wigos_station_identifier, integrity, content } = properties;
  if (typeof data_id !== 'string' || data_id === '') return `data_id is ${shown(data_id)}, should be a text`;
  if (typeof pubtime !== 'string') return `pubtime is ${shown(pubtime)}, should be the time of the publication`;
  const link = linkOf(links);
  if (typeof link === 'string') return link;
  const digest = integrityOf(integrity);
  if (typeof digest === 'string') return digest;
  const inline = contentOf(content);
  if (typeof inline === 'string') return inline;
  return {
    dataId: data_id,
    pubtime,
    station: typeof wigos_station_identifier === 'string' ? wigos_station_identifier : null,
    position: positionOf(value['geometry']),
    integrity: digest,
    content: inline,
    link,
  };
}

/** The position of a GeoJSON Point; null of any other geometry. */
export function positionOf(geometry: unknown): Position | null {
  if (!isObject(geometry) || geometry['type'] !== 'Point' || !Array.isArray(geometry['coordinates'])) return null;
  const [longitude, latitude, elevation] = geometry['coordinates'] as unknown[];
  return { latitude, longitude, ...(elevation !== undefined && elevation !== null && { elevation }) };
}

function linkOf(links: unknown): Notification['link'] | string {
  const expected = 'should be a list with a link of rel canonical or update and an href';
  if (!Array.isArray(links)) return `links is ${shown(links)}, ${expected}`;
  const objects = links.filter(isObject);
  const relOf = (link: Fields) => String(link['rel']);
  const found = objects.find((link) => UPDATE.test(relOf(link))) ?? objects.find((link) => relOf(link) === 'canonical');
  if (found !== undefined && typeof found['href'] === 'string') {
    return { href: found['href'], type: typeof found['type'] === 'string' ? found['type'] : '' };
  }
  return objects.some((link) => DELETION.test(relOf(link))) ? null : `links has none that leads to data, ${expected}`;
}

function integrityOf(given: unknown): Integrity | null | string {
  if (given === undefined || given === null) return null;
  const { method, value } = isObject(given) ? given : {};
  if (typeof method === 'string' && typeof value === 'string') return { method, value };
  return 'integrity should be an object with method and value';
}

function contentOf(given: unknown): Notification['content'] | string {
  if (given === undefined || given === null) return null;
  const { encoding, value } = isObject(given) ? given : {};
  if (typeof encoding === 'string' && typeof value === 'string') return { encoding, value };
  return 'content should be an object with encoding and value';
}
