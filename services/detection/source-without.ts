import { contentWithout } from '../../detectors/faults/content-without.ts';
import type { ObservationSource } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';

/**
 * History without some stations: they are neither judged nor neighbours of others.
 *
 * @param stations their ids; with none it is the history itself
 * @returns a source that refuses, where its stations are asked for, ids that are of none (HalcyonError `invalid_parameter`)
 */
export function sourceWithout(source: ObservationSource, stations: readonly string[]): ObservationSource {
  if (stations.length === 0) return source;
  const left = new Set(stations);
  const isThere = ({ station }: { readonly station: string }) => !left.has(station);
  const { faults, lastingCondition, sensorsBefore } = source;
  const without = <T extends { readonly content: string }>(known: T): T => ({
    ...known,
    content: contentWithout(known.content, left),
  });
  const rest: ObservationSource = {
    title: source.title,
    networks: () => source.networks(),
    extent: (network) => source.extent(network),
    async stations(network) {
      const all = await source.stations(network);
      const unknown = stations.filter((id) => !all.some((station) => station.id === id));
      if (unknown.length === 0) return all.filter(({ id }) => !left.has(id));
      const names = unknown.map((id) => `'${id}'`).join(', ');
      throw new HalcyonError('invalid_parameter', `--exclude-stations names ${names}, not a station of '${network}'`);
    },
    async *read(network, from, to) {
      for await (const batch of source.read(network, from, to)) yield batch.filter(isThere);
    },
    baselines: async (network, from, to) => (await source.baselines(network, from, to)).filter(isThere),
    close: () => source.close(),
  };
  return {
    ...rest,
    ...(faults !== undefined && {
      faults: async (...asked: Parameters<typeof faults>) => {
        const found = (await faults.apply(source, asked)).filter(isThere);
        return found.map((fault) => ({ ...fault, neighbors: fault.neighbors.filter((id) => !left.has(id)) }));
      },
    }),
    ...(lastingCondition !== undefined && {
      lastingCondition: async (...asked: Parameters<typeof lastingCondition>) => {
        const known = await lastingCondition.apply(source, asked);
        return known && without(known);
      },
    }),
    ...(sensorsBefore !== undefined && {
      sensorsBefore: async (...asked: Parameters<typeof sensorsBefore>) => {
        const known = await sensorsBefore.apply(source, asked);
        return known && { ...known, conditions: known.conditions.filter(isThere).map(without) };
      },
    }),
    ...(source.elements !== undefined && { elements: source.elements.bind(source) }),
    ...(source.rules !== undefined && { rules: source.rules.bind(source) }),
  };
}
