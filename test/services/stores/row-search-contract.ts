import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Station } from '../../../schemas/station.ts';
import {
  allOf,
  call,
  field,
  type RowExpression,
  type RowField,
  text,
  time,
} from '../../../services/stores/rows/row-expression.ts';
import type { Relation, RowQuery } from '../../../services/stores/rows/row-search.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { CALM, DAY, HOUR, judgement, MINUTE, ODD, observation, START, station } from './records.ts';

const number = (value: number): RowExpression => ({ kind: 'constant', type: 'number', value });
const is = (name: RowField, value: string) => call('eq', field(name), text(value));
const ALL = { where: null, order: [], limit: 1000, skip: 0 } as const;

/** Functions of texts, numbers and times with what they should give, for one station. */
const CASES: readonly (readonly [what: string, condition: RowExpression, holds: boolean])[] = [
  ['a name with quotes, breaks and braces', is('name', ODD), true],
  ['length in characters', call('eq', call('length', text('☂ü')), number(2)), true],
  ['place of a text from nought', call('eq', call('indexof', text('☂üx'), text('x')), number(2)), true],
  ['a text that is not there', call('eq', call('indexof', text('a'), text('x')), number(-1)), true],
  ['part of a text', call('eq', call('substring', text('a☂üx'), number(1), number(2)), text('☂ü')), true],
  ['the rest of a text', call('eq', call('substring', text('a☂ü'), number(1)), text('☂ü')), true],
  ['a text from beyond its end', call('eq', call('substring', text('ab'), number(1e300)), text('')), true],
  ['more than there is', call('eq', call('substring', text('ab'), number(-1), number(1e300)), text('ab')), true],
  ['from beyond all', call('eq', call('substring', text('ab'), call('div', number(1), number(0))), text('')), true],
  ['small letters', call('eq', call('tolower', text('Ü')), text('ü')), true],
  ['capitals', call('eq', call('toupper', text('ü')), text('Ü')), true],
  ['spaces', call('eq', call('trim', text('  a ')), text('a')), true],
  ['both', call('eq', call('concat', text('a'), field('station')), text('as')), true],
  ['a pattern is none', call('contains', field('station'), text('%')), false],
  ['a part', call('contains', field('name'), text('DROP')), true],
  ['a beginning', call('startswith', field('name'), text('Zür')), true],
  ['an end', call('endswith', field('name'), text('☂')), true],
  ['halves away from nought', call('eq', call('round', number(2.5)), number(3)), true],
  ['below nought too', call('eq', call('round', number(-2.5)), number(-3)), true],
  ['floor', call('eq', call('floor', number(-2.5)), number(-3)), true],
  ['ceiling', call('eq', call('ceiling', number(2.1)), number(3)), true],
  ['remainder', call('eq', call('mod', number(7), number(4)), number(3)), true],
  ['a division by nought', call('gt', call('div', number(1), number(0)), number(1)), true],
  ['year', call('eq', call('year', field('updated')), number(2026)), true],
  ['month', call('eq', call('month', field('updated')), number(9)), true],
  ['hour', call('eq', call('hour', time(START + 3 * HOUR)), number(3)), true],
  ['minute', call('eq', call('minute', time(START + 3 * MINUTE)), number(3)), true],
  ['second', call('eq', call('second', time(START + 3000)), number(3)), true],
  ['milliseconds', call('lt', time(START), time(START + 1)), true],
  ['nothing', call('isnull', field('elevation')), true],
  ['what is nothing is not more', call('gt', field('elevation'), number(-1e9)), false],
  ['true', call('eq', field('retired'), { kind: 'constant', type: 'flag', value: true }), true],
  ['not', call('not', { kind: 'constant', type: 'flag', value: false }), true],
];

/** What a time series owes to those that look for rows by what is true of them. */
export function rowSearchContract(store: () => TimeSeriesStore, network: () => string): void {
  const find = async <R extends Relation>(relation: R, query: Partial<RowQuery>) => {
    const where = allOf([is('network', network()), query.where ?? null]);
    return store().search.find(relation, { ...ALL, ...query, where });
  };

  describe('row search', () => {
    it('finds stations by functions of their fields', async () => {
      await store().insertStations([station(network(), 's', { name: ODD, retired: true })]);
      for (const [what, condition, holds] of CASES) {
        const { rows } = await find('stations', { where: condition });
        assert.equal(rows.length, holds ? 1 : 0, what);
      }
    });

    it('finds positions in a ring, sorts, skips and counts', async () => {
      const all: Station[] = [4, 5, 6].map((longitude) =>
        station(network(), `s${longitude}`, { longitude, elevation: longitude === 5 ? null : -longitude }),
      );
      await store().insertStations(all);
      const ring = [
        [4.5, 50],
        [7, 50],
        [7, 52],
        [4.5, 52],
        [4.5, 50],
      ] as const;
      const ids = (rows: readonly Station[]) => rows.map(({ id }) => id);
      const inside = await find('stations', { where: { kind: 'within', ring } });
      assert.deepEqual(ids(inside.rows), ['s5', 's6']);
      const crossing = [
        [3.5, 50],
        [6.5, 52.2],
        [6.5, 50],
        [3.5, 52.2],
      ] as const;
      for (const [corners, expected] of [
        [crossing, ['s4', 's6']],
        [
          [
            [4, 51],
            [4, 51],
            [4, 51],
          ],
          [],
        ],
      ] as const) {
        const { rows } = await find('stations', { where: { kind: 'within', ring: corners } });
        assert.deepEqual(ids(rows), expected);
      }
      const order = [{ by: field('elevation'), descending: false }];
      assert.deepEqual(ids((await find('stations', { order })).rows), ['s6', 's4', 's5']);
      const second = await find('stations', { limit: 1, skip: 1 });
      assert.deepEqual([ids(second.rows), second.more], [['s5'], true]);
      assert.equal(await store().search.count('stations', is('network', network())), 3);
      assert.equal(await store().search.count('variablesOfStations', is('network', network())), 15);
    });

    it('knows every variable of every station, with texts of each', async () => {
      await store().insertStations([
        station(network(), 'a', { rainInterval: 60, model: 'BX2' }),
        station(network(), 'b'),
      ]);
      const texts = { temp_out: 'T', out_hum: 'H', wind_speed: 'W', bar: "P'", rain: 'R' };
      const named: RowExpression = { kind: 'ofVariable', texts };
      const found = await find('variablesOfStations', { where: call('eq', named, text("P'")) });
      assert.deepEqual(
        found.rows.map((row) => [row.station.id, row.station.rainInterval, row.variable]),
        [
          ['a', 60, 'bar'],
          ['b', null, 'bar'],
        ],
      );
      const hourly = call('eq', field('rainInterval'), number(60));
      assert.equal(await store().search.count('stations', call('and', is('network', network()), hourly)), 1);
      const modelled = call('eq', field('model'), text('BX2'));
      assert.equal(await store().search.count('stations', call('and', is('network', network()), modelled)), 1);
      const { rows } = await store().search.find('variables', { ...ALL, where: call('gt', named, text('Q')) });
      assert.deepEqual(
        rows.map(({ variable }) => variable),
        ['temp_out', 'wind_speed', 'rain'],
      );
    });

    it('finds values of the newest revision, with what was found for them', async () => {
      const late = observation(network(), ODD, START, {
        values: { ...CALM, temp_out: 31, rain: null },
        received: START + HOUR,
      });
      await store().insertObservations([observation(network(), ODD, START), late]);
      await store().insertJudgements([judgement(network(), ODD, START, START)]);
      const { rows } = await find('values', { assessments: true });
      assert.deepEqual(
        rows.map(({ variable, value }) => [variable, value]),
        [
          ['temp_out', 31],
          ['out_hum', 50],
          ['wind_speed', 5],
          ['bar', 1013.2],
        ],
      );
      assert.equal(rows[0].assessment?.judgement.variables.temp_out.flag, 1);
      assert.deepEqual((await find('values', { where: call('eq', field('value'), number(20)) })).rows, []);
      const plain = await find('values', { where: is('variable', 'temp_out') });
      assert.deepEqual(plain.rows, [
        {
          network: network(),
          station: ODD,
          variable: 'temp_out',
          time: START,
          value: 31,
          source: 'push',
          received: START + HOUR,
          assessment: null,
        },
      ]);
    });

    for (const descending of [true, false]) {
      it(`gives pages in the order of time that stay as they are while data come in, ${descending ? 'newest' : 'oldest'} first`, async () => {
        const times = Array.from({ length: 40 }, (_, index) => START + index * DAY);
        await store().insertObservations(times.map((at) => observation(network(), 'a', at)));
        const order = [{ by: field('time'), descending }];
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await find('values', { order, limit: 33, ...(cursor !== undefined && { cursor }) });
          seen.push(...page.rows.map((row) => `${row.time} ${row.variable}`));
          cursor = page.next ?? undefined;
          // In front of what was read, wherever that is.
          const at = descending ? START + 99 * DAY + seen.length : START - DAY + seen.length;
          await store().insertObservations([observation(network(), 'a', at)]);
        } while (cursor !== undefined);
        const inOrder = descending ? times.toReversed() : times;
        assert.deepEqual(
          seen,
          inOrder.flatMap((at) => Object.keys(CALM).map((variable) => `${at} ${variable}`)),
        );
      });
    }

    it('gives the first values of each of several groups as group by group', async () => {
      // One that reports all the time, one that stopped long ago, one that never did, one with a hole of months.
      const at = (id: string, days: readonly number[]) =>
        days.map((day, k) =>
          observation(network(), id, START + day * DAY, { values: { ...CALM, rain: null, temp_out: k % 3 } }),
        );
      const recent = Array.from({ length: 30 }, (_, k) => 400 + k / 144);
      await store().insertObservations([...at('a', recent), ...at('b', [0, 1, 2]), ...at('d', [1, 100, 401])]);
      const stations = ['b', 'a', 'c', 'd', 'a'];
      const cool = call('lt', field('value'), number(2));
      for (const [variable, oldestFirst, where, limit] of [
        ['temp_out', true, cool, 7],
        [null, true, null, 1000],
        ['rain', false, null, 1],
      ] as const) {
        const groups = stations.map((id) => ({ network: network(), station: id, variable }));
        const query = { where, oldestFirst, limit, assessments: true };
        const found = await store().search.findOfEach(groups, query);
        const order = [{ by: field('time'), descending: !oldestFirst }];
        // The last is asked for twice.
        for (const [k, { station: id }] of groups.slice(0, -1).entries()) {
          const own = allOf([is('station', id), variable === null ? null : is('variable', variable), where]);
          const alone = await find('values', { where: own, order, limit, assessments: true });
          assert.deepEqual(found[k], alone, `${id} ${variable} ${oldestFirst} ${limit}`);
        }
        assert.deepEqual(found[4], found[1]);
      }
      assert.deepEqual(
        await store().search.findOfEach([], { where: null, oldestFirst: false, limit: 1, assessments: true }),
        [],
      );
    }).timeout(60_000);

    it('gives values in other orders, skips and counts them, and refuses a place of another order', async () => {
      const values = [3, 1, 2].map((temp_out, index) =>
        observation(network(), 'a', START + index * DAY, { values: { ...CALM, temp_out } }),
      );
      await store().insertObservations(values);
      const where = is('variable', 'temp_out');
      const order = [{ by: field('value'), descending: true }];
      const sorted = await find('values', { where, order, skip: 1, limit: 1 });
      assert.deepEqual([sorted.rows.map(({ value }) => value), sorted.more, sorted.next], [[2], true, null]);
      const recent = allOf([is('network', network()), where, call('ge', field('time'), time(START + DAY))]);
      assert.equal(await store().search.count('values', recent), 2);
      const { next } = await find('values', { where, limit: 1 });
      await assert.rejects(
        find('values', { where, order: [{ by: field('time'), descending: false }], cursor: next ?? '' }),
        (error) => error instanceof HalcyonError && error.code === 'invalid_parameter',
      );
      await assert.rejects(
        find('values', { skip: 100_001 }),
        (error) => error instanceof HalcyonError && error.code === 'query_too_broad',
      );
    });
  });
}
