import { demoFeed } from '../../ingest/feeds/demo/demo-feed.ts';
import type { Feed } from '../../ingest/feeds/feed.ts';
import { geojsonAddress } from '../../ingest/feeds/geojson/geojson-address.ts';
import { geojsonFeed } from '../../ingest/feeds/geojson/geojson-feed.ts';
import { type BrokerAddress, type BrokerKind, brokerAddress } from '../../ingest/feeds/mqtt/broker-address.ts';
import { MQTT_KIND, mqttFeed } from '../../ingest/feeds/mqtt/mqtt-feed.ts';
import { WIS2_KIND, wis2Feed } from '../../ingest/feeds/wis2/wis2-feed.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { withoutPassword } from '../../schemas/settings.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';

/** Network of the demonstration. */
export const DEMO_NETWORK = 'demo';

const GEOJSON = 'geojson:';
const BROKER_KINDS = [MQTT_KIND, WIS2_KIND];

/** What HALCYON_FEED lists, each once. */
export function feedNames({ feed }: Configuration): string[] {
  const names = feed.split(',').map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}

/** The brokers that HALCYON_FEED names. @throws HalcyonError `invalid_configuration` */
export function configuredBrokers(configuration: Configuration): BrokerAddress[] {
  return feedNames(configuration)
    .flatMap((name) => BROKER_KINDS.map((kind) => brokerOf(name, kind, configuration)))
    .filter((address) => address !== null);
}

/** The broker of a feed; null where the feed is of another kind. */
function brokerOf(name: string, kind: BrokerKind, { data }: Configuration): BrokerAddress | null {
  return name.startsWith(`${kind.name}:`) ? brokerAddress(name.slice(kind.name.length + 1).trim(), kind, data) : null;
}

/** What tells where a feed went on to. */
type ResumeStore = Pick<ObservationStore, 'extent'>;

/**
 * The feeds that HALCYON_FEED names, to be made once there is a store.
 *
 * @throws HalcyonError `invalid_configuration` for a feed that is none
 */
export function configuredFeeds(configuration: Configuration): (store: ResumeStore) => Feed[] {
  const makers = feedNames(configuration).map((name): ((store: ResumeStore) => Feed) => {
    if (name.startsWith(GEOJSON)) {
      const everyMs = configuration.feedIntervalMs;
      const address = geojsonAddress(name.slice(GEOJSON.length).trim());
      return () => geojsonFeed(address, { everyMs });
    }
    const mqtt = brokerOf(name, MQTT_KIND, configuration);
    if (mqtt !== null) return () => mqttFeed(mqtt);
    const wis2 = brokerOf(name, WIS2_KIND, configuration);
    if (wis2 !== null) {
      const { bufrDecoder: decoder, bufrPython: python } = configuration;
      const feed = wis2Feed(wis2, { bufr: { decoder, python } });
      return () => feed;
    }
    if (name !== 'demo') {
      const expected = 'should be a list of: demo, geojson:<URL or file>, mqtt:<broker URL>, wis2:<broker URL>';
      throw new HalcyonError('invalid_configuration', `HALCYON_FEED names '${withoutPassword(name)}', ${expected}`);
    }
    const { demoStations: stations, demoSeed: seed } = configuration;
    return (store) =>
      demoFeed({ stations, seed, resumeFrom: async () => (await store.extent(DEMO_NETWORK))?.last ?? null });
  });
  return (store) => makers.map((make) => make(store));
}
