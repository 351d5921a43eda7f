import assert from 'node:assert/strict';
import { SLOT_MS, slotOf, timeOfSlot } from '../../../../schemas/time.ts';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { silentSensors } from '../../../../services/alerts/conditions/silent-sensors.ts';
import { ReportHistory } from '../../../../services/alerts/preview/report-history.ts';
import { NO_OVERLAY } from '../../../../services/experts/overlay.ts';
import { SLOTS_PER_WORD } from '../../../../services/stores/roles/observation-store.ts';
import { NOON, someStation } from '../../api/some-records.ts';

const HOUR_MS = 3_600_000;
const HOURS = 60;
/** Slots between two reports of each station. */
const CADENCES = [1, 1, 2, 3, 6, 6, 12, 18];

/** As one that fails may be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Stations that report at their own pace, each with gaps, and sensors that fall out by themselves. */
function madeHistory(): ReportHistory {
  const random = randomFrom(7);
  const from = NOON - HOURS * HOUR_MS;
  const history = new ReportHistory(from, NOON);
  for (const [k, every] of CADENCES.entries()) {
    let [pause, broken] = [0, 0];
    const first = Math.floor(slotOf(from) / SLOTS_PER_WORD);
    const last = Math.floor(slotOf(NOON) / SLOTS_PER_WORD);
    for (let word = first; word <= last; word++) {
      let [reports, humidity] = [0, 0];
      for (let slot = 0; slot < SLOTS_PER_WORD; slot++) {
        if (pause === 0 && random() < 0.01) pause = Math.ceil(random() * 60);
        if (broken === 0 && random() < 0.01) broken = Math.ceil(random() * 60);
        const reported = (SLOTS_PER_WORD * word + slot) % every === 0 && pause === 0;
        if (reported) reports |= 1 << slot;
        if (reported && broken === 0) humidity |= 1 << slot;
        [pause, broken] = [Math.max(0, pause - 1), Math.max(0, broken - 1)];
      }
      const values = VARIABLES.map((name) => (name === 'out_hum' ? humidity : reports));
      history.add({ station: `s${k}`, word, reports, values });
    }
  }
  return history;
}

describe('the history of reports', () => {
  it('leaves out nothing that is silent, and nearly everything that is not', () => {
    const [whole, some] = [madeHistory(), madeHistory()];
    const stations = new Map(CADENCES.map((_, k) => [`s${k}`, someStation({ id: `s${k}` })]));
    let [given, left, found] = [0, 0, 0];
    for (let slot = slotOf(NOON) - 200; slot <= slotOf(NOON); slot++) {
      const now = { network: 'north', time: timeOfSlot(slot) + SLOT_MS / 2, stations, overlay: NO_OVERLAY, open: [] };
      const stretch = [now.time - 24 * HOUR_MS, timeOfSlot(slot)] as const;
      const all = whole.reports(...stretch, stations.keys());
      const few = some.reports(...stretch, []);
      const silent = silentSensors(now, all, new Set());
      assert.deepEqual(silentSensors(now, few, new Set()), silent, `${slot}`);
      given += few.length;
      left += all.length - few.length;
      found += silent.length;
    }
    assert.ok(found > 100 && left > given, `${found} silences, ${given} given, ${left} left out`);
  });
});
