import { createHash } from 'node:crypto';
import type { Variable } from './variables.ts';

/** `front`: it crosses a wide part of the network and at least half of the stations on its way show it. `storm`: what stays local. */
export const WEATHER_EVENT_KINDS = ['front', 'storm'] as const;
export type WeatherEventKind = (typeof WEATHER_EVENT_KINDS)[number];

/** `provisional`: later reports may change it. */
export const WEATHER_EVENT_STATES = ['provisional', 'settled'] as const;
type WeatherEventState = (typeof WEATHER_EVENT_STATES)[number];

/** `withdrawn`: what came later says that there is no such event. */
export const TOLD_WEATHER_STATES = [...WEATHER_EVENT_STATES, 'withdrawn'] as const;
export type ToldWeatherState = (typeof TOLD_WEATHER_STATES)[number];

/** How much some variables changed, each in its unit; those that did not change much are not there. */
export type WeatherChanges = Readonly<Partial<Record<Variable, number>>>;

/** The passage of a weather event over one station. */
export interface EventStation {
  readonly station: string;
  readonly stationName: string;
  /** Report at which the change was under way, ms since the epoch. */
  readonly time: number;
  readonly changes: WeatherChanges;
}

/** How an event moved over the stations. */
export interface EventMotion {
  /** Where it came from, degrees clockwise from north, 0 up to but without 360 (as WMO tells wind). */
  readonly direction: number;
  /** [km/h] */
  readonly speed: number;
}

/** Weather that crossed two stations or more, told once. */
export interface WeatherEvent {
  /** Derived from network, the first passage (station and time) and the configuration of the judgement. */
  readonly id: string;
  readonly network: string;
  readonly kind: WeatherEventKind;
  /** First and last passage, ms since the epoch. */
  readonly start: number;
  readonly end: number;
  /** By the time of their passages, then by identifier; at least two. */
  readonly stations: readonly EventStation[];
  /** Median of the changes of its stations, of the variables that changed at most of them. */
  readonly changes: WeatherChanges;
  /** null where the passages do not show it. */
  readonly motion: EventMotion | null;
  /** Anomalies of class `weather_event` that belong to it, in the order of time. */
  readonly anomalyIds: readonly string[];
  readonly state: WeatherEventState;
  /** In words, for the operator. */
  readonly reason: string;
  /** Of the judgement. */
  readonly configuration: string;
  /** Digest of what is said above; equal facts give equal versions. */
  readonly version: string;
}

/** A version of a weather event as the running system tells it; the one that was told last counts. */
export interface ToldWeatherEvent extends Omit<WeatherEvent, 'state'> {
  readonly state: ToldWeatherState;
  /** When it was told, ms since the epoch. */
  readonly judged: number;
}

/**
 * Identifier of a weather event: 32 hexadecimal digits. It does not rest on the kind, which may change as the event goes on.
 *
 * @param station where it was seen first
 * @param start time of that passage, ms since the epoch
 * @param identity of the configuration of the judgement
 */
export function weatherEventId(network: string, station: string, start: number, identity: string): string {
  return createHash('sha256')
    .update(`weather\n${network}\n${station}\n${start}\n${identity}`)
    .digest('hex')
    .slice(0, 32);
}
