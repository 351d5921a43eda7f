import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Fault } from '../../../../schemas/fault.ts';
import { careShape } from '../../../../schemas/http/answers/care-answer.ts';
import { nowShape } from '../../../../schemas/http/answers/now-answer.ts';
import { addAlert, reopenAlert } from '../../../../services/alerts/records/alert-records.ts';
import { addRule } from '../../../../services/alerts/records/rule-records.ts';
import { addSilence } from '../../../../services/alerts/records/silence-records.ts';
import { newFaultWord, newWindow } from '../../../../services/experts/new-rule.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { alertPartsOver } from '../../alerts/alert-dependencies.ts';
import { someAlert, someRule, someSilence } from '../../alerts/played-verdicts.ts';
import { someFault } from '../../answers/some-fault.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someObservation, someStation } from '../../api/some-records.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';

const HOUR = 3_600_000;
/** The clock of the endpoints stands at noon. */
const began = NOON - 3 * HOUR;

describe('what is wrong now', () => {
  const running = new RunningApplication();
  let catalogue: Catalogue;
  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    running.parts.alerts = alertPartsOver(catalogue, () => NOON);
    running.parts.stations = ['a', 'b', 'c'].map((id) => someStation({ id, name: id.toUpperCase() }));
    await running.start();
  });
  after(async () => {
    await running.stop();
    await catalogue.close();
  });
  beforeEach(async () => {
    running.parts.faults = [];
    running.parts.observations = [];
    running.parts.experts.all = [];
    for (const table of ['fault_cares', 'deliveries', 'alerts', 'silences'])
      await catalogue.query(`DELETE FROM ${table}`);
  });

  let named = 0;
  /** A fault that began three hours ago. */
  const fault = (fields: Partial<Fault> = {}): Fault => {
    named += 1;
    const id = named.toString(16).padStart(32, '0');
    return someFault({ id, start: began, named: began, known: began, state: 'settled', anomalyIds: [], ...fields });
  };
  const now = async (query = '') => (await running.request(`/api/v1/now${query}`)).as(nowShape);
  const groups = async (query = '') =>
    (await now(query)).faults.map(({ fault_id, group }) => [Number.parseInt(fault_id, 16) - named, group]);
  const care = (id: string, body: object) =>
    running.request(`/api/v1/faults/${id}/care`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('is every fault that holds, the worst first: failures before what is suspected, by what matters', async () => {
    running.parts.faults = [
      fault({ variable: 'bar', offset: 3 }),
      fault({ variable: 'temp_out', offset: -10 }),
      fault({ variable: 'out_hum', offset: 300, certainty: 'suspected' }),
      fault({ variable: 'rain', offset: null, kind: 'impossible' }),
    ];
    const { faults, you, may_change } = await now();
    assert.deepEqual(
      faults.map(({ variable, severity }) => [variable, severity]),
      [
        ['rain', null],
        ['temp_out', 5],
        ['bar', 3],
        ['out_hum', 30],
      ],
    );
    assert.deepEqual([you, may_change], ['local', true]);
  });

  it('has the newest value against what its neighbours imply, and the last day, in the units asked for', async () => {
    const { observation } = someObservation();
    running.parts.observations = [
      {
        observation: { ...observation, station: 'a', time: NOON, values: { ...observation.values, wind_speed: 72 } },
        assessment: null,
      },
    ];
    running.parts.faults = [fault({ neighbors: [] })];
    const [{ latest, course }] = (await now('?units=si')).faults;
    assert.deepEqual(latest, { time: '2026-03-01T12:00:00Z', value: 20, expected: null, deviation: null });
    assert.deepEqual([course?.values.length, course?.values.at(-1), course?.values.at(-2)], [145, 20, null]);
    assert.equal(course?.from, '2026-02-28T12:00:00Z');
  });

  it('puts those apart that nobody has to look at, and says why', async () => {
    const snoozed = fault({ station: 'a' });
    const muted = fault({ station: 'b', kind: 'stuck' });
    const other = fault({ station: 'b', kind: 'level' });
    const repaired = fault({ station: 'c' });
    const over = fault({ station: 'c', variable: 'bar', end: NOON - 2 * HOUR, recovered: NOON - HOUR });
    const long = fault({ start: NOON - 30 * HOUR, end: NOON - 28 * HOUR, recovered: NOON - 27 * HOUR });
    const none = fault({ station: 'a' });
    running.parts.faults = [snoozed, muted, other, repaired, over, long, none];
    const entering = { by: 'ann', reason: 'x', at: NOON - HOUR };
    const station = someStation({ id: 'c' });
    running.parts.experts.all = [
      newWindow('maintenance', station, { variables: ['wind_speed'], from: NOON - HOUR, to: null }, entering),
      newFaultWord(none, { classification: 'normal', start: none.start, end: null }, entering),
    ];
    const silence = someSilence({ stations: ['b'], kinds: ['stuck'], reason: 'ice' });
    await addSilence(catalogue, silence);
    await care(snoozed.id, { version: 0, snoozed_until: '2026-03-01T16:00:00Z' });
    const { faults } = await now();
    const shown = new Map(faults.map((one) => [one.fault_id, one]));
    assert.deepEqual(
      [snoozed, muted, other, repaired, over, long, none].map(({ id }) => shown.get(id)?.group),
      ['snoozed', 'muted', 'open', 'maintenance', 'recovered', undefined, undefined],
    );
    assert.deepEqual(shown.get(muted.id)?.silence, {
      ...{ id: silence.id, reason: 'ice', by: 'ann', to: '2026-03-01T13:00:00Z' },
    });
    assert.equal(shown.get(snoozed.id)?.care?.snoozed_until, '2026-03-01T16:00:00Z');
  });

  it('opens a fault again when its snooze is over, and says so', async () => {
    running.parts.faults = [fault()];
    const [{ id }] = running.parts.faults;
    await care(id, { version: 0, snoozed_until: '2026-03-01T13:00:00Z' });
    assert.deepEqual(await groups(), [[0, 'snoozed']]);
    const [later] = (await now('?time=2026-03-01T13:10:00Z')).faults;
    assert.deepEqual(
      [later.group, later.reopened],
      ['open', { because: 'snooze_over', at: '2026-03-01T13:00:00Z', by: 'local' }],
    );
  });

  it('opens a snoozed fault again that had ended and goes on', async () => {
    running.parts.faults = [fault()];
    const [{ id }] = running.parts.faults;
    await care(id, { version: 0, snoozed_until: '2026-03-01T18:00:00Z' });
    const rule = randomUUID();
    await addRule(catalogue, rule, someRule(), 'ann', NOON);
    const alert = someAlert(rule, { fault: { id, said: { kind: 'level' } as never } });
    await addAlert(catalogue, alert);
    assert.deepEqual(await groups(), [[0, 'snoozed']]);
    await reopenAlert(catalogue, alert.id, NOON + HOUR);
    const [{ group, reopened, alert: told }] = (await now()).faults;
    assert.deepEqual([group, reopened], ['open', { because: 'went_on', at: '2026-03-01T13:00:00Z', by: 'local' }]);
    assert.equal(told?.id, alert.id);
  });

  it('says of a fault that came back who had it before', async () => {
    const before = fault({ start: NOON - 20 * HOUR, end: NOON - 10 * HOUR, recovered: NOON - 9 * HOUR });
    running.parts.faults = [before, fault()];
    await care(before.id, { version: 0, assignee: 'bob' });
    const [open] = (await now()).faults.filter(({ group }) => group === 'open');
    assert.equal(open.earlier, 1);
    assert.deepEqual(open.reopened, { because: 'came_back', at: '2026-03-01T09:00:00Z', by: 'bob' });
    assert.deepEqual((await now()).people, ['bob', 'local']);
  });

  it('has pages of each group, and counts all of it', async () => {
    running.parts.faults = [1, 2, 3, 4, 5].map((offset) => fault({ offset: 100 + offset }));
    running.parts.faults.push(fault({ station: 'b', end: NOON - 2 * HOUR, recovered: NOON - HOUR }));
    const first = await now('?limit=2');
    assert.deepEqual(first.counts.groups, { open: 5, snoozed: 0, maintenance: 0, muted: 0, recovered: 1 });
    assert.deepEqual([first.counts.stations, first.counts.states.silent], [3, 3]);
    assert.deepEqual([first.faults.length, first.silent.length, first.next_cursors.recovered], [3, 2, null]);
    const following = async (cursor: string | null) => now(`?limit=2&cursor=${cursor}`);
    const second = await following(first.next_cursors.open);
    const third = await following(second.next_cursors.open);
    const open = [first, second, third].flatMap(({ faults }) => faults.filter(({ group }) => group === 'open'));
    assert.equal(new Set(open.map(({ fault_id }) => fault_id)).size, 5);
    assert.deepEqual([second.silent, third.next_cursors.open], [[], null], 'a page is of one group');
    const silent = await following(first.next_cursors.silent);
    assert.deepEqual([silent.silent.map(({ id }) => id), silent.faults], [['c'], []]);
    assert.equal((await running.request('/api/v1/now?cursor=x')).status, 422);
    assert.equal((await running.request('/api/v1/now?limit=1001')).status, 422);
  });

  // A station whose clock was late had a row for each variable, and two stations that were swapped had ten.
  it('has one row for a wrong clock, and one for two stations that are swapped', async () => {
    const clock = (variable: Fault['variable']) => fault({ kind: 'clock', minutes: 60, station: 'c', variable });
    const swapped = (station: string, swappedWith: string, variable: Fault['variable']) =>
      fault({ kind: 'swapped', station, stationName: station.toUpperCase(), swappedWith, variable, offset: null });
    running.parts.faults = [
      ...(['bar', 'temp_out', 'out_hum'] as const).map(clock),
      ...(['bar', 'temp_out'] as const).flatMap((variable) => [
        swapped('b', 'a', variable),
        swapped('a', 'b', variable),
      ]),
      fault({ kind: 'stuck', station: 'c', variable: 'bar', offset: 100 }),
    ];
    const { faults, counts } = await now();
    assert.deepEqual(
      faults
        .toSorted((a, b) => a.kind.localeCompare(b.kind))
        .map(({ kind, station_id, variable, same_cause }) => [
          [kind, station_id, variable],
          ...same_cause.map((one) => [one.kind, one.station_id, one.variable]),
        ]),
      [
        [
          ['clock', 'c', 'temp_out'],
          ['clock', 'c', 'out_hum'],
          ['clock', 'c', 'bar'],
        ],
        [['stuck', 'c', 'bar']],
        [
          ['swapped', 'a', 'temp_out'],
          ['swapped', 'b', 'temp_out'],
          ['swapped', 'a', 'bar'],
          ['swapped', 'b', 'bar'],
        ],
      ],
    );
    assert.deepEqual([counts.groups.open, faults[0].kind], [3, 'stuck']);
    const ended = { end: NOON - 2 * HOUR, recovered: NOON - HOUR };
    running.parts.faults = running.parts.faults.map((one) => ({ ...one, ...(one.kind === 'clock' && ended) }));
    const { open, recovered } = (await now()).counts.groups;
    assert.deepEqual([open, recovered], [2, 1]);
  });

  // "Pressure is of another station" and "Pressure reads too high" stood beside each other.
  it('has no row for the jump that a swap began with, and one for a jump before it', async () => {
    const swap = fault({ kind: 'swapped', station: 'a', swappedWith: 'b', variable: 'bar', offset: null });
    const jump = fault({ station: 'a', variable: 'bar', start: began - HOUR });
    const before = fault({ station: 'a', variable: 'bar', start: began - 5 * HOUR });
    const other = fault({ station: 'a', variable: 'temp_out' });
    running.parts.faults = [jump, swap, before, other];
    const { faults } = await now();
    const shown = new Map(faults.map(({ fault_id, same_cause }) => [fault_id, same_cause.map((one) => one.fault_id)]));
    assert.deepEqual(
      [swap, jump, before, other].map(({ id }) => shown.get(id)),
      [[jump.id], undefined, [], []],
    );
  });

  // "Pressure reads too high" stood beside "Sends an old record again", and told to calibrate a sound barometer.
  it('has no row for the jump that an old record began with', async () => {
    const resent = fault({ kind: 'resent', minutes: 5760, station: 'a', variable: 'bar', offset: null });
    const jump = fault({ station: 'a', variable: 'bar', start: began - HOUR });
    const before = fault({ station: 'a', variable: 'bar', start: began - 5 * HOUR });
    running.parts.faults = [jump, resent, before];
    const { faults } = await now();
    assert.deepEqual(
      faults.map(({ fault_id, same_cause }) => [fault_id, ...same_cause.map((one) => one.fault_id)]).toSorted(),
      [[resent.id, jump.id], [before.id]].toSorted(),
    );
  });

  // "Pressure reads too high for days" stood above, and "Recovered: Pressure reads too high" below, of one barometer.
  it('calls no sensor recovered that another fault has held since before', async () => {
    const ended = { station: 'a', variable: 'bar', end: NOON - 2 * HOUR, recovered: NOON - HOUR } as const;
    const bias = fault({ kind: 'bias', station: 'a', variable: 'bar', start: began - HOUR });
    const jump = fault(ended);
    const elsewhere = fault({ ...ended, station: 'b' });
    const other = fault({ ...ended, variable: 'temp_out' });
    running.parts.faults = [bias, jump, elsewhere, other];
    const { faults, counts } = await now();
    const shown = new Map(faults.map(({ fault_id, group }) => [fault_id, group]));
    assert.deepEqual(
      [bias, jump, elsewhere, other].map(({ id }) => shown.get(id)),
      ['open', undefined, 'recovered', 'recovered'],
    );
    assert.equal(counts.groups.recovered, 2);
  });

  it('says that a sensor recovered that fails anew', async () => {
    const before = fault({ station: 'a', variable: 'bar', end: NOON - 2 * HOUR, recovered: NOON - 1.5 * HOUR });
    running.parts.faults = [before, fault({ station: 'a', variable: 'bar', start: NOON - HOUR, kind: 'stuck' })];
    assert.deepEqual((await now()).faults.map(({ group }) => group).toSorted(), ['open', 'recovered']);
  });

  // A sensor that failed days after a swap of its station had no row of its own.
  it('has a row for a jump that came more than three hours after a swap', async () => {
    const start = began - 3 * HOUR;
    const swap = fault({ kind: 'swapped', station: 'a', swappedWith: 'b', variable: 'bar', offset: null, start });
    const [soon, late] = [3, 3.5].map((hours) => fault({ station: 'a', variable: 'bar', start: start + hours * HOUR }));
    running.parts.faults = [swap, soon, late];
    const shown = (await now()).faults.map(({ fault_id, same_cause }) => [
      fault_id,
      ...same_cause.map((one) => one.fault_id),
    ]);
    assert.deepEqual(shown.toSorted(), [[swap.id, soon.id], [late.id]].toSorted());
  });

  // A feed that came to send degF was 45 rows, one for each station.
  it('has one row for stations that change their unit together, and says how many there are', async () => {
    const unit = (station: string, start: number, fields: Partial<Fault> = {}) =>
      fault({ kind: 'unit', unit: 'degF', variable: 'temp_out', station, start, offset: null, ...fields });
    const [a, b, c] = [unit('a', began), unit('b', began + 3 * HOUR), unit('c', began)];
    const [wind, bar] = [
      unit('a', began, { variable: 'wind_speed', unit: 'm/s' }),
      unit('b', began, { variable: 'bar' }),
    ];
    // What a thermometer reads in degF may be impossible as degC: that is of its unit.
    const impossible = fault({
      kind: 'impossible',
      variable: 'temp_out',
      station: 'b',
      start: began + HOUR,
      offset: null,
    });
    running.parts.faults = [impossible, b, a, wind, c, bar];
    const { faults, counts } = await now();
    const shown = new Map(faults.map((one) => [one.fault_id, one]));
    assert.deepEqual(
      shown
        .get(a.id)
        ?.same_cause.map((one) => one.fault_id)
        .toSorted(),
      [b.id, c.id, impossible.id].toSorted(),
    );
    assert.deepEqual(
      [a, wind, bar].map(({ id }) => [shown.get(id)?.stations, shown.get(id)?.together]),
      [
        [3, 'all 3 stations of north report temperature in degF since 03-01 09:00Z'],
        [1, null],
        [1, null],
      ],
    );
    assert.equal(counts.groups.open, 3);
    await care(a.id, { version: 0, assignee: 'bob' });
    const late = await care(b.id, { version: 0, assignee: 'ann' });
    assert.equal(late.status, 409, 'who takes one has all');
  });

  // Retired stations counted where somebody took a row, and not where it was shown: who took it had one of its faults.
  it('gives all faults of such a row to who takes it, whatever stations are retired', async () => {
    const stations = running.parts.stations;
    running.parts.stations = [
      ...stations,
      ...Array.from({ length: 40 }, (_, k) => someStation({ id: `old${k}`, retired: true })),
    ];
    try {
      running.parts.faults = ['a', 'b', 'c'].map((station) => fault({ kind: 'unit', unit: 'degF', station }));
      const { faults, counts } = await now();
      assert.deepEqual([faults.length, faults[0].stations, counts.stations], [1, 3, 3]);
      await care(running.parts.faults[0].id, { version: 0, assignee: 'bob' });
      const late = await care(running.parts.faults[1].id, { version: 0, assignee: 'ann' });
      assert.equal(late.status, 409);
    } finally {
      running.parts.stations = stations;
    }
  });

  // Two stations were one row, as if they were swapped, because a third had been told to send another unit.
  it('counts what is impossible by its unit with the unit alone', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((station) =>
      fault({ kind: 'impossible', variable: 'temp_out', station, offset: null }),
    );
    const unit = fault({ kind: 'unit', unit: 'degF', variable: 'temp_out', station: 'b', offset: null });
    running.parts.faults = [a, b, c, unit];
    const { faults } = await now();
    assert.deepEqual(
      faults
        .map(({ fault_id, stations, same_cause }) => [fault_id, stations, same_cause.map((one) => one.fault_id)])
        .toSorted(),
      [
        [a.id, 1, []],
        [c.id, 1, []],
        [unit.id, 1, [b.id]],
      ],
    );
  });

  it('has one row for stations that read at once what cannot be, and rows for one or two', async () => {
    const impossible = (station: string, variable: Fault['variable'], start = began, fields: Partial<Fault> = {}) =>
      fault({ kind: 'impossible', station, variable, start, offset: null, ...fields });
    const over = { end: began - HOUR, recovered: began - HOUR };
    running.parts.faults = [
      ...['a', 'b', 'c'].map((station, k) => impossible(station, 'temp_out', began + k * HOUR)),
      ...['a', 'b', 'c'].map((station) => impossible(station, 'temp_out', began - 5 * HOUR, over)),
      ...['a', 'b'].map((station) => impossible(station, 'bar')),
      ...['a', 'b', 'c'].map((station, k) => impossible(station, 'out_hum', began - 4 * k * HOUR)),
    ];
    const { faults, counts } = await now();
    assert.deepEqual([counts.groups.open, counts.groups.recovered], [6, 1]);
    assert.deepEqual(
      faults.flatMap(({ group, together }) => (together === null ? [] : [[group, together]])).toSorted(),
      [
        ['open', 'all 3 stations of north report impossible temperature since 03-01 09:00Z'],
        ['recovered', 'all 3 stations of north reported impossible temperature from 03-01 04:00Z to 08:00Z'],
      ],
    );
  });

  it('gives all faults of a cause to whoever takes one, with their alerts', async () => {
    const [hum, temp] = (['out_hum', 'temp_out'] as const).map((variable) =>
      fault({ kind: 'clock', minutes: 60, station: 'c', variable }),
    );
    running.parts.faults = [hum];
    await care(hum.id, { version: 0, snoozed_until: '2026-03-01T16:00:00Z' });
    const rule = randomUUID();
    await addRule(catalogue, rule, someRule(), 'ann', NOON);
    await addAlert(catalogue, someAlert(rule, { fault: { id: hum.id, said: { kind: 'clock' } as never } }));
    running.parts.faults = [hum, temp];
    const [row] = (await now()).faults;
    assert.deepEqual([row.fault_id, row.group, row.care?.fault_id], [temp.id, 'snoozed', hum.id]);
    assert.equal(row.alert?.state, 'open');
    await care(hum.id, { version: 1, assignee: 'bob' });
    const [{ alert }] = (await now()).faults;
    assert.deepEqual([alert?.state, alert?.acknowledged_by], ['acknowledged', 'bob']);
  });

  // A page from before the snooze named the first fault of the row, of which nobody had said anything: the snooze was lost.
  it('refuses a change by who has not seen the care of another fault of the cause', async () => {
    const [hum, temp] = (['out_hum', 'temp_out'] as const).map((variable) =>
      fault({ kind: 'clock', minutes: 60, station: 'c', variable }),
    );
    running.parts.faults = [hum, temp];
    await care(hum.id, { version: 0, snoozed_until: '2026-03-01T16:00:00Z' });
    const late = await care(temp.id, { version: 0, assignee: 'bob' });
    assert.equal(late.status, 409);
    assert.match(late.error.detail, new RegExp(`until 2026-03-01T16:00:00Z.*version 1 of ${hum.id}, you saw 0`));
    assert.deepEqual(await groups(), [[0, 'snoozed']]);
    // What people called no fault is not in the row, and who looked after it has no say in the rest.
    const entering = { by: 'ann', reason: 'x', at: NOON - HOUR };
    running.parts.experts.all = [
      newFaultWord(hum, { classification: 'normal', start: hum.start, end: null }, entering),
    ];
    assert.equal((await care(temp.id, { version: 0, assignee: 'bob' })).as(careShape).version, 1);
  });

  it('shows a fault as it was at another moment', async () => {
    running.parts.faults = [fault({ end: NOON - 2 * HOUR, recovered: NOON - HOUR })];
    assert.deepEqual(await groups(), [[0, 'recovered']]);
    assert.deepEqual(await groups('?time=2026-03-01T10:30:00Z'), [[0, 'open']]);
    assert.deepEqual(await groups('?time=2026-03-01T08:30:00Z'), []);
  });
});

describe('PUT /api/v1/faults/:id/care', () => {
  const running = new RunningApplication();
  const { id } = someFault();
  let catalogue: Catalogue;
  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    running.parts.alerts = alertPartsOver(catalogue, () => NOON);
    running.parts.stations = [someStation()];
    running.parts.faults = [someFault()];
    await running.start();
  });
  after(async () => {
    await running.stop();
    await catalogue.close();
  });
  const put = (body: object, fault = id) =>
    running.request(`/api/v1/faults/${fault}/care`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('gives a fault to somebody, and refuses who has not seen that', async () => {
    const taken = (await put({ version: 0, assignee: 'ann' })).as(careShape);
    assert.deepEqual([taken.version, taken.assignee, taken.by], [1, 'ann', 'local']);
    const late = await put({ version: 0, assignee: 'bob' });
    assert.equal(late.status, 409);
    assert.match(late.error.detail, /^local gave this fault to ann at 2026-03-01T12:00:00Z.*look at it again$/);
    assert.equal((await put({ version: 1, assignee: 'bob' })).as(careShape).version, 2);
    const recorded = running.parts.recorded.filter(({ action }) => action === 'fault.care');
    assert.deepEqual(
      recorded.map(({ result, detail }) => [result, detail]),
      [
        ['done', 'assignee ann, snoozed until none'],
        ['refused', undefined],
        ['done', 'assignee bob, snoozed until none'],
      ],
    );
  });

  it('refuses a snooze that is over, or too long, and a name that nobody sees', async () => {
    for (const until of ['2026-03-01T11:00:00Z', '2026-05-01T00:00:00Z']) {
      const { problems } = await put({ version: 2, snoozed_until: until });
      assert.deepEqual(
        problems.map(({ loc }) => loc.join('.')),
        ['body.snoozed_until'],
      );
    }
    assert.equal((await put({ version: 2, assignee: '\u200b' })).status, 422);
    assert.equal((await put({ assignee: 'ann' })).status, 422);
  });

  // Every change read all faults of the network.
  it('reads the faults of the network only for a fault that may have its cause in common with others', async () => {
    running.parts.faultsAsked.length = 0;
    const [stuck, level] = (['stuck', 'level'] as const).map((kind) =>
      someFault({ kind, id: randomUUID().replaceAll('-', '') }),
    );
    running.parts.faults = [stuck, level];
    for (const [{ id: its }, reads] of [[stuck, 0] as const, [level, 1] as const]) {
      assert.equal((await put({ version: 0, assignee: 'ann' }, its)).status, 200);
      assert.equal(running.parts.faultsAsked.length, reads);
    }
  });

  it('knows no fault of another id', async () => {
    for (const other of ['0'.repeat(32), 'x']) assert.equal((await put({ version: 0 }, other)).status, 404);
  });
});
