import assert from 'node:assert/strict';
import { faultAnswerShape, wholeFaultShape } from '../../../../schemas/http/answers/fault-answer.ts';
import { pageShape } from '../../../../schemas/http/answers/page-answer.ts';
import { someFault } from '../../answers/some-fault.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON } from '../../api/some-records.ts';

const PATH = '/api/v1/faults';
const PAGE = pageShape('faults', faultAnswerShape);
const { id } = someFault();

describe('GET /api/v1/faults', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.faults = [someFault()];
    running.parts.next = null;
  });

  it('shows a fault in the words of the report, and when it was judged', async () => {
    const { faults, next_cursor } = (await running.request(PATH)).as(PAGE);
    assert.equal(next_cursor, null);
    assert.deepEqual(faults, [
      {
        fault_id: id,
        network: 'north',
        station_id: 'a',
        station_name: 'Alpha',
        variable: 'wind_speed',
        kind: 'level',
        start: '2026-03-01T12:00:00Z',
        end: null,
        known: '2026-03-01T12:10:00Z',
        recovered: null,
        estimate: {
          offset: 36,
          ratio: null,
          minutes: null,
          unit: null,
          swapped_with: null,
          ceiling: null,
          uncertainty: 1.8,
        },
        units: 'km/h',
        values: 2,
        state: 'provisional',
        certainty: 'failure',
        adjusted: false,
        unknown_since: null,
        neighbors: ['b'],
        reason: 'reads 36 km/h above its only neighbour',
        anomaly_ids: ['a1'],
        judged: '2026-03-01T12:10:01Z',
      },
    ]);
  });

  it('converts what it is off to m/s and Pa where asked, and leaves null where none tells', async () => {
    running.parts.faults = [someFault(), someFault({ variable: 'bar', offset: null, uncertainty: null })];
    const { faults } = (await running.request(`${PATH}?units=si`)).as(PAGE);
    assert.deepEqual(
      faults.map(({ estimate, units }) => [estimate.offset, estimate.uncertainty, units]),
      [
        [10, 0.5, 'm/s'],
        [null, null, 'Pa'],
      ],
    );
  });

  it('hands every filter to the store, and only what was given', async () => {
    await running.request(PATH);
    assert.deepEqual(running.parts.asked.at(-1), { limit: 100 });
    const all =
      'from=2026-03-01T00:00:00Z&to=1772366400&network=north&station=a%2Fb&variable=bar&kind=stuck&state=withdrawn' +
      '&open=false&box=-5,50,6.5,52&limit=7&cursor=xyz';
    await running.request(`${PATH}?${all}`);
    assert.deepEqual(running.parts.asked.at(-1), {
      from: NOON - 12 * 3_600_000,
      to: NOON,
      network: 'north',
      station: 'a/b',
      variable: 'bar',
      kind: 'stuck',
      state: 'withdrawn',
      open: false,
      box: { west: -5, south: 50, east: 6.5, north: 52 },
      limit: 7,
      cursor: 'xyz',
    });
    await running.request(`${PATH}?open=true&rejected=true`);
    assert.deepEqual(running.parts.asked.at(-1), { limit: 100, open: true, rejected: true });
    await running.request(`${PATH}?rejected=false`);
    assert.deepEqual(running.parts.asked.at(-1), { limit: 100 });
  });

  it('names everything that is wrong at once', async () => {
    const { status, problems } = await running.request(`${PATH}?variable=snow&kind=x&state=final&open=yes&box=1,2,3`);
    assert.equal(status, 422);
    assert.deepEqual(problems.map(({ loc }) => loc.join('.')).sort(), [
      'query.box',
      'query.kind',
      'query.open',
      'query.state',
      'query.variable',
    ]);
  });

  it('is a table in other forms', async () => {
    const csv = (await running.request(`${PATH}?format=csv`)).text;
    const [names, row] = csv.trimEnd().split(/\r?\n/);
    assert.match(
      names,
      /^fault_id,network,station_id,.*estimate_offset,estimate_ratio,estimate_minutes,estimate_unit,estimate_swapped_with,estimate_ceiling,estimate_uncertainty,units,values,/,
    );
    assert.match(row, new RegExp(`^${id},north,a,Alpha,wind_speed,level,2026-03-01T12:00:00`));
  });
});

describe('GET /api/v1/faults/:id', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());

  it('shows one fault with what its version rests on, a withdrawn one too', async () => {
    running.parts.faults = [someFault({ state: 'withdrawn' })];
    const found = (await running.request(`${PATH}/${id}?units=si`)).as(wholeFaultShape);
    assert.deepEqual([found.fault_id, found.state, found.estimate.offset], [id, 'withdrawn', 10]);
    assert.deepEqual([found.version, found.configuration], ['v1', 'c0']);
  });

  it('says in plain words that there is no fault of an id', async () => {
    for (const unknown of ['0'.repeat(32), 'nothing', '%00']) {
      const { status, body } = await running.request(`${PATH}/${unknown}`);
      assert.equal(status, 404, unknown);
      assert.deepEqual((body as { detail: string }).detail, 'there is no fault of this id');
    }
  });
});
