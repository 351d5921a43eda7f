import { access, constants } from 'node:fs/promises';
import { geojsonAddress } from '../../../ingest/feeds/geojson/geojson-address.ts';
import type { BrokerAddress } from '../../../ingest/feeds/mqtt/broker-address.ts';
import { whyNotServed } from '../../../ingest/feeds/mqtt/why-not-served.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathReason } from '../../../schemas/path-reason.ts';
import { configuredBrokers, configuredFeeds, feedNames } from '../../system/feeds.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';
import { answerOf, whyNot } from '../installation/service-answer.ts';

const WHAT = 'feed';
/** A broker is waited for so long [ms]. */
const ANSWER_MS = 5_000;
const GEOJSON = 'geojson:';

/** The feeds that are asked for observations: named as they should be, and there. */
export const feeds: Check = {
  what: WHAT,
  look: async ({ configuration }) => {
    try {
      configuredFeeds(configuration);
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      return [wrong(WHAT, error.message, 'docs/import.md has their forms')];
    }
    const names = feedNames(configuration);
    const asked = names.filter((name) => name.startsWith(GEOJSON)).map((name) => name.slice(GEOJSON.length).trim());
    return Promise.all([...asked.map(lookAt), ...configuredBrokers(configuration).map(lookAtBroker)]);
  },
};

async function lookAtBroker(address: BrokerAddress): Promise<Finding> {
  const why = await whyNotServed(address, ANSWER_MS);
  if (why === null) return ok(WHAT, `the broker at ${address.url} gives its topics`);
  const detail = `the broker at ${address.url} gives nothing: ${why}`;
  return warning(WHAT, detail, 'see that it runs, and that HALCYON_FEED names it; it is tried again and again');
}

async function lookAt(text: string): Promise<Finding> {
  const { place } = geojsonAddress(text);
  const [address] = text.split('#');
  if (!/^https?:/i.test(address)) {
    return access(address, constants.R_OK).then(
      () => ok(WHAT, `${place.title} can be read`),
      (error: unknown) =>
        wrong(WHAT, `${place.title} cannot be read: ${pathReason(error)}`, 'HALCYON_FEED should name a file'),
    );
  }
  try {
    const { status } = await answerOf(address);
    if (status < 400) return ok(WHAT, `${place.title} answers`);
    return warning(
      WHAT,
      `${place.title} answers ${status}`,
      'see that HALCYON_FEED has its address; it is asked again and again',
    );
  } catch (error) {
    const why = whyNot(error);
    return warning(
      WHAT,
      `${place.title} does not answer (${why})`,
      'see that HALCYON_FEED has its address; it is asked again and again',
    );
  }
}
