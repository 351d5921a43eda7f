import assert from 'node:assert/strict';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import { ConditionWatch } from '../../../../services/alerts/conditions/condition-watch.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { onBothCatalogues } from '../../stores/both-catalogues.ts';
import { WatchedConditions } from './watched-conditions.ts';
import type { WatchedNetwork } from './watched-network.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('conditions that are watched', () => {
  onBothCatalogues((catalogue) => watchContract(catalogue));
});

function watchContract(catalogue: () => Catalogue): void {
  const watched = new WatchedConditions(catalogue);
  const { rule, alerts, only, silentFrom } = watched;
  let network: WatchedNetwork;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    network = await watched.begin(`w${count}`);
  });

  it('are not looked for before what was sent during a stop can have come', async () => {
    await rule();
    silentFrom(-60);
    network.clock = NOON;
    const watch = new ConditionWatch({
      engine: watched,
      onLook: () => undefined,
      now: () => network.clock,
      logger: SILENT,
    });
    network.clock = NOON + 14 * MINUTE;
    await watch.look();
    assert.deepEqual(await alerts(), []);
    network.clock = NOON + 15 * MINUTE;
    await watch.look();
    assert.equal((await only()).state, 'open');
  });

  it('are not looked for before what waited while the stores were away can be stored', async () => {
    await rule();
    let isAway = false;
    const lookAround = () =>
      isAway ? Promise.reject(new HalcyonError('store_unavailable', 'no answer')) : watched.lookAround();
    network.clock = NOON - HOUR;
    const watch = new ConditionWatch({
      engine: { lookAround },
      onLook: () => undefined,
      now: () => network.clock,
      logger: SILENT,
    });
    network.clock = NOON;
    silentFrom(0);
    network.clock = NOON + 100 * MINUTE;
    isAway = true;
    await assert.rejects(watch.look(), { code: 'store_unavailable' });
    isAway = false;
    network.clock = NOON + 114 * MINUTE;
    await watch.look();
    assert.deepEqual(await alerts(), []);
    network.clock = NOON + 115 * MINUTE;
    await watch.look();
    assert.equal((await only()).state, 'open');
  });
}
