import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AlertFeed, AlertFeedReader } from '../../../../services/alerts/deliveries/alert-feed.ts';
import { addDeliveries } from '../../../../services/alerts/records/delivery-records.ts';
import { addRule } from '../../../../services/alerts/records/rule-records.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { onBothCatalogues } from '../../stores/both-catalogues.ts';
import { someRule } from '../played-verdicts.ts';

describe('the feed of alerts', () => {
  onBothCatalogues((catalogue) => feedContract(catalogue));
});

function feedContract(catalogue: () => Catalogue): void {
  it('brings every event to every process once, in one order, those from before its start too', async () => {
    const { id: rule } = await addRule(catalogue(), randomUUID(), someRule(), 'ann', NOON);
    const alert = {
      ...{ network: 'north', stations: ['a'], variables: ['wind_speed'], classification: 'suspected' },
      last_time: '2026-03-01T12:00:00Z',
    };
    const write = (name: string) =>
      catalogue().transaction((statements) =>
        addDeliveries(
          statements,
          {
            alert: null,
            round: 1,
            rule,
            event: 'alert.test',
            at: NOON,
            payload: { type: name, alert },
          },
          [
            { channel: 'webhook', target: 'http://127.0.0.1:1/' },
            { channel: 'feed', target: '' },
          ],
        ),
      );
    await write('before');
    const processes = [0, 1].map(() => {
      const begun: number[] = [];
      const places: number[] = [];
      const names: string[] = [];
      const feed: AlertFeed = {
        begin: (place) => begun.push(place),
        publish: (place, { network, stations, classification, body }) => {
          places.push(place);
          const { type, link, units } = body();
          names.push(String(type));
          assert.deepEqual([network, stations, classification], ['north', ['a'], 'suspected']);
          assert.equal(link, 'https://h.example/map/stations/a?network=north&time=2026-03-01T12%3A00%3A00Z');
          assert.deepEqual(units, { wind_speed: 'km/h' });
        },
      };
      const reader = new AlertFeedReader(catalogue(), feed, () => 'https://h.example');
      return { reader, begun, places, names };
    });
    for (const { reader } of processes) await reader.start();
    const written = Array.from({ length: 20 }, (_, k) => `e${k}`);
    await Promise.all(written.map(write));
    for (const { reader, begun, places, names } of processes) {
      await reader.stop();
      await reader.look();
      assert.deepEqual(begun, [0]);
      assert.equal(names[0], 'before');
      assert.deepEqual(names.slice(1).sort(), written.toSorted());
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
    }
    assert.deepEqual(processes[0].names, processes[1].names);
  });
}
