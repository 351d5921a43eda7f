import assert from 'node:assert/strict';
import type { ToldWeatherEvent } from '../../../schemas/weather-event.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { DAY, HOUR, ODD, START, weatherEvent } from './records.ts';

/** Later than what other tests store, ms since the epoch. */
const LATEST = Date.UTC(2281, 0, 1);

/** What a time series owes for weather events. @param networkOf an empty network for each test */
export function weatherContract(store: () => TimeSeriesStore, networkOf: () => string): void {
  describe('weather events', () => {
    let network = '';
    beforeEach(() => {
      network = networkOf();
    });
    const insert = (...given: ToldWeatherEvent[]) => store().insertWeatherEvents(given);
    const found = (from = START - DAY, to = START + DAY) => store().weatherEvents(network, from, to);
    const lastWords = (events: readonly ToldWeatherEvent[]) => events.map(({ id }) => id.split(' ').at(-1)).join('');

    it('come back as they were, by start, then id', async () => {
      const front = weatherEvent(network, `${network} c`, {
        start: START + 7,
        end: START + 3 * HOUR + 1,
        kind: 'front',
        state: 'settled',
        reason: ODD,
        configuration: ODD,
      });
      const still = weatherEvent(network, `${network} b`, { motion: null, anomalyIds: [], changes: {} });
      const other = weatherEvent(network, `${network} a`, { motion: { direction: 0, speed: 1e-9 } });
      await insert(front, still, other);
      assert.deepEqual(await found(), [other, still, front]);
      assert.deepEqual(await store().weatherEvents(`${network} of others`, 0, LATEST), []);
    });

    it('count as they were told last, in whatever order that comes; withdrawn ones are listed, and may come back', async () => {
      const id = `${network} versions`;
      const first = weatherEvent(network, id, { version: 'p', judged: START + 1 });
      const longer = weatherEvent(network, id, { version: 'q', judged: START + 2, end: START + 2 * HOUR });
      const withdrawn = weatherEvent(network, id, { version: 'a', judged: START + 3, state: 'withdrawn' });
      const again = weatherEvent(network, id, { version: 'q', judged: START + 4 });
      await insert(longer, first);
      await insert(first);
      assert.deepEqual(await found(), [longer]);
      await insert(withdrawn);
      await insert(longer);
      assert.deepEqual(await found(), [withdrawn]);
      await insert(again);
      await insert(again);
      assert.deepEqual(await found(), [again]);
    });

    it('are those that overlap a stretch, both ends included', async () => {
      const at = (name: string, start: number, end: number) =>
        weatherEvent(network, `${network} ${name}`, { start, end });
      await insert(
        at('a', START, START + HOUR),
        at('b', START + HOUR, START + 2 * HOUR),
        at('c', START - DAY, START + DAY),
      );
      assert.equal(lastWords(await found(START + HOUR, START + HOUR)), 'cab');
      assert.equal(lastWords(await found(START + HOUR + 1, START + DAY)), 'cb');
      assert.equal(lastWords(await found(START - HOUR, START - 1)), 'c');
      assert.equal(lastWords(await found(START + HOUR + 0.5, START + HOUR + 0.5)), 'cb');
      assert.equal(lastWords(await found(START + DAY + 1, START + 9 * DAY)), '');
    });

    it('go with their network', async () => {
      const other = `${network} beside`;
      await insert(weatherEvent(network, `${network} w`), weatherEvent(other, `${other} w`));
      await store().removeNetwork(network);
      assert.deepEqual(await found(), []);
      assert.equal((await store().weatherEvents(other, START, START)).length, 1);
    });

    it('are told in the order in which their last versions were told, withdrawn ones too', async () => {
      const late = LATEST + Number(network.split(' ').at(-1)) * DAY;
      await insert(
        ...[3, 1, 2].map((k) => weatherEvent(network, `${network} ${k}`, { judged: late + k, start: START + k })),
        weatherEvent(network, `${network} 1`, { judged: late - 5, start: START + 1, state: 'withdrawn' }),
      );
      await insert(weatherEvent(network, `${network} 0`, { judged: late + 4, state: 'withdrawn' }));
      assert.equal(lastWords(await store().weatherEventsJudged(late, 10)), '1230');
      assert.equal(lastWords(await store().weatherEventsJudged(late, 2)), '30');
      assert.equal(lastWords(await store().weatherEventsJudged(late + 3, 10)), '30');
    });
  });
}
