import type { ReportedWeatherEvent } from '../../schemas/reports/reported-weather-event.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { ToldWeatherEvent, ToldWeatherState, WeatherChanges } from '../../schemas/weather-event.ts';

/** Changes are told in thousandths: those of values that are held in 32 bits have no more. */
const STEPS = 1000;

/** A weather event as reports and REST answers show it; its direction and its speed in whole numbers. */
export function reportedWeatherEvent<S extends ToldWeatherState>(
  it: Omit<ToldWeatherEvent, 'state' | 'judged'> & { readonly state: S },
): Omit<ReportedWeatherEvent, 'state'> & { state: S } {
  return {
    weather_event_id: it.id,
    network: it.network,
    kind: it.kind,
    start: isoOf(it.start),
    end: isoOf(it.end),
    stations: it.stations.map(({ station, stationName, time, changes }) => ({
      station_id: station,
      station_name: stationName,
      time: isoOf(time),
      changes: shown(changes),
    })),
    changes: shown(it.changes),
    direction: it.motion === null ? null : Math.round(it.motion.direction) % 360,
    speed: it.motion === null ? null : Math.round(it.motion.speed),
    state: it.state,
    reason: it.reason,
    anomaly_ids: [...it.anomalyIds],
    version: it.version,
  };
}

function shown(changes: WeatherChanges): ReportedWeatherEvent['changes'] {
  const told: ReportedWeatherEvent['changes'] = {};
  for (const variable of VARIABLES) {
    const change = changes[variable];
    if (change !== undefined) told[variable] = Math.round(change * STEPS) / STEPS;
  }
  return told;
}
