import assert from 'node:assert/strict';
import type { ObservationSource } from '../../../../ingest/observation-source.ts';
import { PreviewBook } from '../../../../services/alerts/preview/preview-book.ts';
import { previewHealth } from '../../../../services/alerts/preview/previewed-conditions.ts';
import type { AlertRule } from '../../../../services/alerts/rules/alert-rule.ts';
import { NO_OVERLAY } from '../../../../services/experts/overlay.ts';
import { NOON } from '../../api/some-records.ts';
import { WatchedNetwork } from '../conditions/watched-network.ts';
import { someRule } from '../played-verdicts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the preview of poor health', () => {
  const { signal } = new AbortController();
  const network = new WatchedNetwork('north');
  const rule: AlertRule = {
    ...someRule({ networks: ['north'], classes: ['poor_health'] }),
    ...{ id: 'r', since: 0, created: 0, createdBy: '', updated: 0, updatedBy: '', deleted: false },
  };
  /** Moments of the looks for which the store was asked anything, in days after noon. */
  const looksAsked = async (extent: ObservationSource['extent']): Promise<number[]> => {
    const asked: number[] = [];
    const source: ObservationSource = {
      title: network.title,
      networks: () => network.networks(),
      stations: () => network.stations(),
      extent,
      read: (name, from, to) => network.read(name, from, to),
      baselines: () => network.baselines(),
      faults: async (_network, _from, to) => {
        asked.push((to - NOON) / DAY);
        return [];
      },
      close: async () => undefined,
    };
    const stations = new Map((await network.stations()).map((station) => [station.id, station]));
    const past = { network: 'north', stations, overlay: NO_OVERLAY, from: NOON - 5 * DAY, to: NOON };
    await previewHealth(source, past, { book: new PreviewBook(rule, []), rule, everyMs: DAY }, signal);
    return asked;
  };

  // A network without any report took as long as another: fifteen seconds of processor time.
  it('looks at no day of which there is no report', async () => {
    assert.deepEqual(await looksAsked(async () => null), []);
    assert.deepEqual(await looksAsked(async () => ({ first: NOON - 3.5 * DAY, last: NOON - 2.5 * DAY })), [-3, -2]);
    assert.deepEqual(await looksAsked(() => network.extent()), [-3, -2, -1, 0]);
  });
});
