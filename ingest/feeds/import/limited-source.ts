import type { ObservationSource } from '../../observation-source.ts';
import { type LimitsRow, limitsRules, wholeLimits } from './limits-file.ts';

/** Orders the limits of `--limits` after those of the history's own folder. */
const AFTER_THE_FOLDER = 1;

/**
 * History that is judged by the limits of a file as well; for the same variable of the same station they take the place of
 * the history's own. Rows that do not fit the network are refused when its rules are asked for, as of `wholeLimits`.
 */
export function limitedSource(source: ObservationSource, rows: readonly LimitsRow[]): ObservationSource {
  return {
    title: source.title,
    networks: () => source.networks(),
    stations: (network) => source.stations(network),
    extent: (network) => source.extent(network),
    read: (network, from, to) => source.read(network, from, to),
    baselines: (network, fromDay, toDay) => source.baselines(network, fromDay, toDay),
    rules: async (network) => {
      const limits = wholeLimits(rows, await source.stations(network));
      return [...((await source.rules?.(network)) ?? []), ...limitsRules(network, limits, AFTER_THE_FOLDER)];
    },
    close: () => source.close(),
  };
}
