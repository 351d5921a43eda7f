import type { AlertClass } from '../../schemas/alert.ts';
import type { Classification } from '../../schemas/anomaly.ts';
import { isInsideBox } from '../stores/inside-box.ts';
import type { Box } from '../stores/time-series-store.ts';

/** What a stream may tell of. */
export const STREAM_TYPES = ['observations', 'anomalies', 'faults', 'weather-events', 'alerts'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

/** Name of the server-sent events that tell of each. */
export const EVENT_NAMES: Readonly<Record<StreamType, string>> = {
  observations: 'observation',
  anomalies: 'anomaly',
  faults: 'fault',
  'weather-events': 'weather-event',
  alerts: 'alert',
};

/** Something that happened, as subscribers are told of it. */
export interface StreamEvent {
  readonly type: StreamType;
  readonly network: string;
  /** Ids of the stations that it is about. */
  readonly stations: readonly string[];
  /** null where it has no class. */
  readonly classification: AlertClass | null;
  /** What is told, to become JSON; called when somebody hears it, and once only. */
  readonly body: () => unknown;
}

/** What a subscriber wants to hear. */
export interface StreamFilter {
  /** Some of them, in the order of STREAM_TYPES. */
  readonly types: readonly StreamType[];
  /** One, or some; all where it is not given. */
  readonly network?: string | readonly string[] | undefined;
  readonly station?: string | undefined;
  /** Of what has a class; observations have none and are told all the same. */
  readonly classification?: Classification | undefined;
  readonly box?: Box | undefined;
}

/** Where a station stands, degrees; undefined where it is not known. */
export type PlaceOf = (
  network: string,
  station: string,
) => { readonly latitude: number; readonly longitude: number } | undefined;

/** Whether a subscriber wants to hear of an event. */
export function wants(filter: StreamFilter, event: StreamEvent, placeOf: PlaceOf): boolean {
  const { types, network, station, classification, box } = filter;
  if (!types.includes(event.type)) return false;
  if (typeof network === 'string' ? event.network !== network : network?.includes(event.network) === false)
    return false;
  if (station !== undefined && !event.stations.includes(station)) return false;
  if (classification !== undefined && event.classification !== null && event.classification !== classification) {
    return false;
  }
  if (box === undefined) return true;
  const places = event.stations.map((id) => placeOf(event.network, id));
  return places.some((place) => place !== undefined && isInsideBox(box, place));
}
