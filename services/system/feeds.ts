import { demoFeed } from '../../ingest/feeds/demo/demo-feed.ts';
import type { Feed } from '../../ingest/feeds/feed.ts';
import { geojsonAddress } from '../../ingest/feeds/geojson/geojson-address.ts';
import { geojsonFeed } from '../../ingest/feeds/geojson/geojson-feed.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';

/** Network of the demonstration. */
export const DEMO_NETWORK = 'demo';

const GEOJSON = 'geojson:';

/**
 * The feeds that HALCYON_FEED names.
 *
 * @throws HalcyonError `invalid_configuration` for a feed that is none
 */
export function configuredFeeds(configuration: Configuration, store: TimeSeriesStore): Feed[] {
  const names = configuration.feed.split(',').map((name) => name.trim());
  return [...new Set(names.filter(Boolean))].map((name) => {
    if (name.startsWith(GEOJSON)) {
      const everyMs = configuration.feedIntervalMs;
      return geojsonFeed(geojsonAddress(name.slice(GEOJSON.length).trim()), { everyMs });
    }
    if (name !== 'demo') {
      const expected = 'should be a list of: demo, geojson:<URL or file>';
      throw new HalcyonError('invalid_configuration', `HALCYON_FEED names '${name}', ${expected}`);
    }
    return demoFeed({
      stations: configuration.demoStations,
      seed: configuration.demoSeed,
      resumeFrom: async () => (await store.extent(DEMO_NETWORK))?.last ?? null,
    });
  });
}
