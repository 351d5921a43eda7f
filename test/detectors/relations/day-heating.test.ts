import assert from 'node:assert/strict';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { dayHeating, heatingEvidence } from '../../../detectors/relations/day-heating.ts';
import { beginOfPart, partOf } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import type { RelatedSensor } from '../../../detectors/relations/usual-relation.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { type Change, history } from '../faults/foggy-weeks.ts';
import { FIRST, STATIONS } from '../faults/two-weeks.ts';

const network = new NetworkStations('small', 100, STATIONS);
const neighboursOf = (station: number) => network.neighbours.of(station);
const STATION = network.indexOf('s03');
const { longitude } = STATIONS[STATION];

/** A network of which one thermometer reads 2 degC too much in some hours of each day, from day 6 on. */
function heatedIn(from: number, until: number): Observation[] {
  const s03: Change = (values, slot) => {
    const hour = ((slot - FIRST) % SLOTS_PER_DAY) / SLOTS_PER_HOUR;
    const isHeated = hour >= from && hour < until;
    return { ...values, temp_out: (values.temp_out ?? 0) + (isHeated ? 2 : 0) };
  };
  return history({ s03 }, 6, 11);
}

const partOfDay = (day: number) => partOf(timeOfSlot(FIRST + day * SLOTS_PER_DAY));

function sensorWith(observations: readonly Observation[]) {
  const means = new GatheredParts();
  for (const one of observations) means.add(network.indexOf(one.station), one);
  return { means, station: STATION, variable: VARIABLE_INDEX.temp_out, neighboursOf };
}

describe('heating by day', () => {
  // A replay knew the afternoon at noon, which no running system does: the two could name other faults.
  it('is found by what is over at a look, whatever more is known of a replay', () => {
    // Of the newest day the afternoon would speak against what its morning shows.
    const observations = heatedIn(6, 12);
    const whole = sensorWith(observations);
    let found = 0;
    for (let end = partOfDay(6); end < partOfDay(9); end += LOOKED_EVERY) {
      const live = sensorWith(observations.filter(({ time }) => time < beginOfPart(end)));
      const [late, early] = [whole, live].map((sensor) => dayHeating({ sensor, end, since: partOfDay(0) }, longitude));
      assert.deepEqual(late, early);
      if (early === null) continue;
      found++;
      for (let part = partOfDay(6); part < end; part++) {
        const evidenceOf = (sensor: RelatedSensor): number => heatingEvidence(sensor, early, longitude, { part, end });
        assert.equal(evidenceOf(whole), evidenceOf(live));
      }
    }
    assert.ok(found > 0, `${found} looks`);
  });

  it('is told by what was usual before it began', () => {
    const sensor = sensorWith(heatedIn(8, 17));
    const [end, since] = [partOfDay(10.5), partOfDay(4)];
    const asked = (learntUntil?: number) => dayHeating({ sensor, end, since: since - 8 }, longitude, learntUntil);
    const [learnt, unlearnt] = [asked(partOfDay(6)), asked()];
    assert.ok(learnt !== null && learnt.size > 1.4, `${learnt?.size}`);
    assert.ok(unlearnt === null || unlearnt.size < learnt.size - 0.5, 'of heated days');
  });
});
