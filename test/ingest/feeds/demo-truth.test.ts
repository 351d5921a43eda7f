import assert from 'node:assert/strict';
import { type DemoEvent, demoNetwork } from '../../../ingest/feeds/demo/demo-network.ts';
import { SLOTS_PER_DAY, slotOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { kilometres, pearson } from './demo-measures.ts';

const WEEK = 7 * SLOTS_PER_DAY;
const FROM = slotOf(Date.parse('2026-07-10T00:00Z'));
const TO = FROM + WEEK - 1;

describe('truth of the demonstration', () => {
  const network = demoNetwork({ stations: 60, seed: 1 });
  const index = new Map(Array.from({ length: 60 }, (_, i) => [network.id(i), i]));
  const truth = network.truth(FROM, TO);
  const of = (kind: DemoEvent['kind']) => truth.filter((event) => event.kind === kind);
  const indexOf = (event: DemoEvent) => index.get(event.station) ?? Number.NaN;

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`holds dozens of faults of every kind, several fronts and storms a week (seed ${seed})`, () => {
      const events = demoNetwork({ stations: 60, seed }).truth(FROM, TO);
      const faults = events.filter((event) => event.class === 'device_failure');
      assert.ok(faults.length >= 50 && faults.length <= 140, `${faults.length} faults`);
      const kinds = new Set(events.map((event) => event.kind));
      for (const kind of ['spike', 'block', 'step', 'noise', 'stuck', 'impossible', 'logger'] as const) {
        assert.ok(kinds.has(kind), `no ${kind}`);
      }
      for (const kind of ['missed', 'outage', 'missing', 'front', 'storm'] as const) assert.ok(kinds.has(kind), kind);
      const fronts = events.filter((event) => event.kind === 'front').length / 60;
      assert.ok(fronts >= 2 && fronts <= 6, `${fronts} fronts`);
      assert.ok(events.filter((event) => event.kind === 'storm').length >= 8);
    });
  }

  it('has something to classify in most hours', () => {
    const hours = new Set<number>();
    for (const { class: kind, startSlot } of truth) if (kind !== 'no_data') hours.add(Math.floor(startSlot / 6));
    assert.ok(hours.size > 70, `${hours.size} of 168 hours`);
  });

  it('names exactly what differs from sound instruments', () => {
    const faulty = new Set<string>();
    for (const event of truth) {
      if (event.class === 'weather_event') continue;
      for (let slot = event.startSlot; slot <= event.endSlot; slot++) {
        for (const variable of event.variables) faulty.add(`${event.station}/${variable}/${slot}`);
      }
    }
    for (let slot = FROM; slot <= TO; slot++) {
      for (const [id, i] of index) {
        const observed = network.observe(i, slot);
        const sound = network.sound(i, slot);
        for (const variable of VARIABLES) {
          if ((observed?.[variable] ?? null) === sound[variable]) continue;
          assert.ok(faulty.has(`${id}/${variable}/${slot}`), `${id} ${variable} ${slot}`);
        }
      }
    }
  });

  it('names nothing that cannot be seen', () => {
    for (const event of truth) {
      if (event.class === 'weather_event') continue;
      const i = indexOf(event);
      for (const variable of event.variables) {
        let seen = 0;
        for (let slot = event.startSlot; slot <= event.endSlot; slot++) {
          const observed = network.observe(i, slot);
          if ((observed?.[variable] ?? null) !== network.sound(i, slot)[variable]) seen += 1;
        }
        assert.ok(seen > 0, `${event.kind} of ${variable} at ${event.station}`);
      }
    }
  });

  it('shows each kind of fault as it is called', () => {
    for (const event of of('stuck')) {
      const seen = new Set<number>();
      for (let slot = event.startSlot; slot <= event.endSlot; slot++) {
        const value = network.observe(indexOf(event), slot)?.[event.variables[0]] ?? null;
        if (value !== null) seen.add(value);
      }
      assert.equal(seen.size, 1);
    }
    for (const event of of('spike')) assert.equal(event.startSlot, event.endSlot);
    for (const event of of('logger')) assert.ok(event.variables.length >= 2);
    for (const event of [...of('missed'), ...of('outage')]) {
      for (let slot = event.startSlot; slot <= event.endSlot; slot++) {
        assert.equal(network.observe(indexOf(event), slot), null);
      }
    }
  });

  it('says the same of a stretch whatever else is asked for', () => {
    const day = network.truth(FROM + 200, FROM + 300);
    const cut = truth.filter((event) => event.startSlot <= FROM + 300 && event.endSlot >= FROM + 200);
    assert.deepEqual(day, cut);
  });

  it('lets fronts cross in order of position, at a speed weather has', () => {
    const fronts = of('front').filter((event) => event.station === network.id(0));
    assert.ok(fronts.length >= 2);
    for (const { startSlot } of fronts) {
      // Each front reaches every station within a day; take the one that belongs to this onset.
      const near = network.truth(startSlot - 110, startSlot + 110).filter((event) => event.kind === 'front');
      const onsets = [...index.keys()].map((id) => {
        const own = near.filter((event) => event.station === id).map((event) => event.startSlot);
        return own.sort((a, b) => Math.abs(a - startSlot) - Math.abs(b - startSlot))[0];
      });
      const { direction, speed } = motion(onsets);
      const along = [...index.values()].map((i) => {
        const { latitude, longitude } = network.station(i);
        return latitude * 111.2 * Math.sin(direction) + longitude * 74.4 * Math.cos(direction);
      });
      assert.ok(pearson(along, onsets) > 0.95, `order ${pearson(along, onsets)}`);
      assert.ok(speed > 25 && speed < 75, `${speed} km/h`);
    }
  });

  it('shows a front in the data: colder, moister, windier, pressure up', () => {
    let cold = 0;
    let wind = 0;
    let pressure = 0;
    let moist = 0;
    const fronts = of('front').filter((event) => event.startSlot > FROM && event.endSlot < TO);
    for (const event of fronts) {
      const i = indexOf(event);
      const before = network.sound(i, event.startSlot - 1);
      const after = network.sound(i, event.startSlot + 3);
      if (Number(after.temp_out) - Number(before.temp_out) < -2.5) cold += 1;
      if (Number(after.out_hum) >= Math.min(95, Number(before.out_hum) + 3)) moist += 1;
      if (Number(after.wind_speed) - Number(before.wind_speed) > 5) wind += 1;
      if (Number(after.bar) - Number(before.bar) > 0.4) pressure += 1;
    }
    for (const count of [cold, moist, wind, pressure]) assert.ok(count > 0.8 * fronts.length, `${count}`);
  });

  it('lets a storm touch some stations that stand together, and leave the others', () => {
    const storms = of('storm');
    assert.ok(storms.length > 0);
    for (const storm of storms) {
      const others = storms.filter((event) => Math.abs(event.startSlot - storm.startSlot) <= 20);
      assert.ok(others.length < 30, 'a storm over half of the network');
      const before = network.sound(indexOf(storm), storm.startSlot - 1);
      const under = network.sound(indexOf(storm), storm.startSlot + 1);
      assert.ok(Number(under.rain) + Number(under.wind_speed) > Number(before.rain) + Number(before.wind_speed) + 4);
    }
    const together = storms.filter((storm) =>
      storms.some(
        (event) =>
          event !== storm &&
          Math.abs(event.startSlot - storm.startSlot) <= 18 &&
          kilometres(network, indexOf(event), indexOf(storm)) < 120,
      ),
    );
    assert.ok(together.length > storms.length / 2);
  });

  /** Direction [rad, from east to north] and speed [km/h] of a line that reaches the stations at these slots: least squares. */
  function motion(onsets: readonly number[]): { direction: number; speed: number } {
    const points = [...index.values()].map((i) => network.station(i));
    const x = points.map((point) => point.longitude * 74.4);
    const y = points.map((point) => point.latitude * 111.2);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const centred = (values: readonly number[]) => values.map((value) => value - mean(values));
    const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * b[k], 0);
    const [cx, cy, ct] = [centred(x), centred(y), centred(onsets)];
    const determinant = product(cx, cx) * product(cy, cy) - product(cx, cy) ** 2;
    const slopeX = (product(cx, ct) * product(cy, cy) - product(cy, ct) * product(cx, cy)) / determinant;
    const slopeY = (product(cy, ct) * product(cx, cx) - product(cx, ct) * product(cx, cy)) / determinant;
    return { direction: Math.atan2(slopeY, slopeX), speed: 6 / Math.hypot(slopeX, slopeY) };
  }
});
