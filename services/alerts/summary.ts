import type { Episode } from '../../detectors/episodes/episode.ts';

/** An episode in one line, for whoever is woken by it: `Eastwick Pass: device failure, temp_out +11.0 degC for 10 min, then back`. */
export function summaryOf({ stationName, station, classification, description }: Episode): string {
  return `${stationName || station}: ${classification.replace('_', ' ')}, ${description}`;
}
