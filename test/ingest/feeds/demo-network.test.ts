import assert from 'node:assert/strict';
import { demoNetwork } from '../../../ingest/feeds/demo/demo-network.ts';
import type { Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, slotOf } from '../../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { kilometres, pearson, sound } from './demo-measures.ts';

const WEEK = 7 * SLOTS_PER_DAY;
const SUMMER = slotOf(Date.parse('2026-07-10T00:00Z'));
const WINTER = slotOf(Date.parse('2026-01-10T00:00Z'));

describe('demonstration network', () => {
  const network = demoNetwork({ stations: 60, seed: 1 });
  const all = Array.from({ length: network.size }, (_, i) => i);

  describe('stations', () => {
    it('have unique identifiers and names, positions on earth and believable heights', () => {
      const stations = all.map((i) => network.station(i));
      assert.equal(stations[0].id, 'demo-0001');
      assert.equal(stations[59].id, 'demo-0060');
      assert.equal(new Set(stations.map((station) => station.id)).size, 60);
      assert.equal(new Set(stations.map((station) => station.name)).size, 60);
      for (const { network: name, latitude, longitude, elevation, retired } of stations) {
        assert.equal(name, 'demo');
        assert.ok(latitude > 40 && latitude < 56);
        assert.ok(longitude > 0 && longitude < 20);
        assert.ok(elevation !== null && elevation >= 0 && elevation < 2_000);
        assert.equal(retired, false);
      }
    });

    for (const seed of [1, 2, 3, 4, 5]) {
      it(`have neighbours in city and country (seed ${seed})`, () => {
        const other = demoNetwork({ stations: 60, seed });
        const counts = all.map((a) => all.filter((b) => a !== b && kilometres(other, a, b) <= 100).length);
        const nearest = all.map((a) => Math.min(...all.filter((b) => a !== b).map((b) => kilometres(other, a, b))));
        assert.ok(Math.min(...counts) >= 3, `fewest neighbours ${Math.min(...counts)}`);
        assert.ok(Math.max(...counts) <= 35, `most neighbours ${Math.max(...counts)}`);
        assert.ok(counts.filter((count) => count >= 5 && count <= 30).length >= 54);
        assert.ok(Math.min(...nearest) > 0.5, 'two stations share a place');
        assert.ok(nearest.filter((km) => km < 12).length >= 20, 'no cities');
        assert.ok(nearest.filter((km) => km > 18).length >= 8, 'no country');
      });
    }

    it('stand as close in a larger network', () => {
      const larger = demoNetwork({ stations: 3_000, seed: 1 });
      let total = 0;
      for (let a = 0; a < 3_000; a += 10) {
        for (let b = 0; b < 3_000; b++) if (a !== b && kilometres(larger, a, b) <= 100) total += 1;
      }
      const mean = total / 300;
      assert.ok(mean > 15 && mean < 26, `neighbours ${mean}`);
    });

    it('can be one and a million', () => {
      const one = demoNetwork({ stations: 1, seed: 9 });
      assert.equal(one.station(0).id, 'demo-0001');
      const million = demoNetwork({ stations: 1_000_000, seed: 9 });
      assert.equal(million.station(999_999).id, 'demo-1000000');
      for (let i = 0; i < 1_000_000; i += 99_991) {
        const { latitude, longitude } = million.station(i);
        assert.ok(latitude > 33 && latitude < 63 && longitude >= -180 && longitude < 180);
        assert.ok(Number.isFinite(million.sound(i, SUMMER).temp_out));
      }
    });
  });

  describe('observations', () => {
    it('are a pure function of seed, station and slot: in any order, from any instance', () => {
      const forwards = new Map<string, Values | null>();
      for (let slot = SUMMER; slot < SUMMER + 200; slot++) {
        for (const i of all) forwards.set(`${i}/${slot}`, network.observe(i, slot));
      }
      const again = demoNetwork({ stations: 60, seed: 1 });
      for (let slot = SUMMER + 199; slot >= SUMMER; slot -= 7) {
        for (const i of [...all].reverse()) {
          again.truth(slot, slot + 1);
          assert.deepEqual(again.observe(i, slot), forwards.get(`${i}/${slot}`));
        }
      }
    });

    it('differ by seed', () => {
      const other = demoNetwork({ stations: 60, seed: 2 });
      let equal = 0;
      for (let slot = SUMMER; slot < SUMMER + 100; slot++) {
        if (other.sound(3, slot).temp_out === network.sound(3, slot).temp_out) equal += 1;
      }
      assert.ok(equal < 10);
    });

    it('come in the steps of instruments', () => {
      for (let slot = SUMMER; slot < SUMMER + 300; slot++) {
        const { temp_out, out_hum, bar, rain } = network.sound(7, slot);
        assert.equal(out_hum, Math.round(out_hum ?? Number.NaN));
        for (const value of [temp_out, bar]) assert.equal(value, Math.round((value ?? Number.NaN) * 10) / 10);
        const tips = (rain ?? Number.NaN) / 0.2;
        assert.ok(Math.abs(tips - Math.round(tips)) < 1e-9);
      }
    });

    it('are alike at stations less than 20 km apart', () => {
      const pairs = all.flatMap((a) => all.filter((b) => a < b && kilometres(network, a, b) < 20).map((b) => [a, b]));
      assert.ok(pairs.length >= 12);
      for (const [a, b] of pairs) {
        const correlation = pearson(
          sound(network, a, 'temp_out', SUMMER, WEEK),
          sound(network, b, 'temp_out', SUMMER, WEEK),
        );
        assert.ok(correlation > 0.9, `temperature of ${a} and ${b}: ${correlation}`);
        const bar = pearson(sound(network, a, 'bar', SUMMER, WEEK), sound(network, b, 'bar', SUMMER, WEEK));
        assert.ok(bar > 0.98, `pressure of ${a} and ${b}: ${bar}`);
      }
    });

    it('are less alike the farther stations are apart', () => {
      const wide = demoNetwork({ stations: 400, seed: 1 });
      const departure = (i: number) => {
        const values = sound(wide, i, 'temp_out', SUMMER, 14 * SLOTS_PER_DAY);
        return values.slice(SLOTS_PER_DAY).map((value, k) => value - values[k]);
      };
      const series = Array.from({ length: 100 }, (_, i) => departure(i * 4));
      const mean = (from: number, to: number) => {
        const found: number[] = [];
        for (let a = 0; a < 100; a++) {
          for (let b = a + 1; b < 100; b++) {
            const km = kilometres(wide, a * 4, b * 4);
            if (km >= from && km < to) found.push(pearson(series[a], series[b]));
          }
        }
        return found.reduce((sum, value) => sum + value, 0) / found.length;
      };
      const near = mean(0, 60);
      const middle = mean(150, 250);
      const far = mean(600, 900);
      assert.ok(near > middle && middle > far, `${near} ${middle} ${far}`);
    });

    it('follow the day: warmest in the afternoon, with more swing in summer', () => {
      const swing = (from: number) => {
        const ranges: number[] = [];
        const warmest: number[] = [];
        for (const i of all) {
          for (let day = 0; day < 7; day++) {
            const values = sound(network, i, 'temp_out', from + day * SLOTS_PER_DAY, SLOTS_PER_DAY);
            ranges.push(Math.max(...values) - Math.min(...values));
            warmest.push(values.indexOf(Math.max(...values)) / 6);
          }
        }
        ranges.sort((a, b) => a - b);
        warmest.sort((a, b) => a - b);
        return { range: ranges[210], hour: warmest[210] };
      };
      const summer = swing(SUMMER);
      const winter = swing(WINTER);
      assert.ok(summer.range > 7 && summer.range < 20, `summer ${summer.range}`);
      assert.ok(winter.range > 2 && winter.range < summer.range, `winter ${winter.range}`);
      assert.ok(summer.hour > 12 && summer.hour < 17, `warmest at ${summer.hour} UTC`);
    });

    it('follow the year', () => {
      const mean = (from: number) => {
        const values = all.flatMap((i) => sound(network, i, 'temp_out', from, WEEK));
        return values.reduce((sum, value) => sum + value, 0) / values.length;
      };
      const summer = mean(SUMMER);
      const winter = mean(WINTER);
      assert.ok(summer > 12 && summer < 28, `summer ${summer}`);
      assert.ok(winter > -12 && winter < 8, `winter ${winter}`);
    });

    it('are drier when it is warmer', () => {
      const correlations = all.map((i) =>
        pearson(sound(network, i, 'temp_out', SUMMER, WEEK), sound(network, i, 'out_hum', SUMMER, WEEK)),
      );
      correlations.sort((a, b) => a - b);
      assert.ok(correlations[30] < -0.4, `${correlations[30]}`);
    });

    it('stay calm where nothing happens: nine steps in ten are far below what is worth noticing', () => {
      for (const variable of VARIABLES) {
        const steps = all.flatMap((i) => {
          const values = sound(network, i, variable, SUMMER, WEEK);
          return values.slice(1).map((value, k) => Math.abs(value - values[k]));
        });
        steps.sort((a, b) => a - b);
        const { floor } = VARIABLE_SPECIFICATIONS[variable];
        assert.ok(steps[Math.floor(0.9 * steps.length)] < floor / 2, variable);
        assert.ok(steps[Math.floor(0.98 * steps.length)] < floor * 1.5, variable);
      }
    });

    for (const [season, from] of [
      ['summer', SUMMER],
      ['winter', WINTER],
    ] as const) {
      it(`stay within what is physically possible, but for faults that are not (${season})`, () => {
        const impossible = new Set<string>();
        for (const event of network.truth(from, from + WEEK)) {
          if (event.kind !== 'impossible') continue;
          for (let slot = event.startSlot; slot <= event.endSlot; slot++) impossible.add(`${event.station}/${slot}`);
        }
        let outside = 0;
        for (let slot = from; slot < from + WEEK; slot++) {
          for (const i of all) {
            const values = network.observe(i, slot);
            if (values === null) continue;
            for (const variable of VARIABLES) {
              if (within(variable, values[variable])) continue;
              outside += 1;
              assert.ok(impossible.has(`${network.id(i)}/${slot}`), `${variable} ${values[variable]}`);
            }
          }
        }
        assert.ok(outside > 0, 'a week of 60 stations has impossible readings');
      });
    }

    it('cost a few microseconds each', () => {
      let best = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round++) {
        const begun = process.cpuUsage();
        for (let slot = SUMMER; slot < SUMMER + 200; slot++) for (const i of all) network.observe(i, slot);
        const used = process.cpuUsage(begun);
        best = Math.min(best, (used.user + used.system) / (200 * 60));
      }
      // Three times what a quiet machine needs.
      assert.ok(best < 8, `${best} microseconds`);
    });
  });
});

function within(variable: Variable, value: number | null): boolean {
  const { low, high } = VARIABLE_SPECIFICATIONS[variable];
  return value === null || (value >= low && value <= high);
}
