import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_HOUR, slotOf } from '../../../schemas/time.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import { onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { observationItem } from '../stored-answers.ts';

const SLOTS = 800;
/** LATENESS [slots]. */
const LATENESS = 2 * SLOTS_PER_HOUR;
/** How long a station is cut off before it sends two hours of what it kept [slots]. */
const CUT_OFF = 3 * LATENESS;
/** A station is cut off every so many slots. */
const EVERY = 90;

/** What a delivery does to an observation. */
interface Delivery {
  readonly observation: Observation;
  /** Slot with which it is pushed. */
  readonly at: number;
  readonly late: boolean;
}

/** Duplicates, corrections, two reports for a slot, reordering, and what comes too late: stored, marked, not judged. */
export const lateArrivals: Scenario = {
  name: 'late',
  title: `${SLOTS} slots with duplicates, corrections and reordering within LATENESS, and two hours of data that come later`,
  async run(context) {
    const random = seeded(context.seed);
    return onInstallation(context, { name: 'late' }, async (installation) => {
      const { feed, history, answers, problems } = installation;
      const slots = scaled(context, SLOTS);
      const waiting = new Map<number, Delivery[]>();
      const late = new Map<string, Observation>();
      const inTime = new Map(history.acknowledged);
      const counts = { delayed: 0, duplicates: 0, corrections: 0, doubleReports: 0 };
      const plan = (observation: Observation, at: number, isLate = false) => {
        const delivery = { observation, at, late: isLate };
        const known = waiting.get(at);
        if (known === undefined) waiting.set(at, [delivery]);
        else known.push(delivery);
      };
      const first = history.pushed;
      const cutOff = (observation: Observation, slot: number) => {
        const passed = (slot - first) % EVERY;
        const round = Math.floor((slot - first) / EVERY);
        return passed < LATENESS && observation.station === history.stations[round % history.stations.length].id;
      };
      const planAll = (observation: Observation, slot: number) => {
        const away = cutOff(observation, slot);
        const delay = random() < 0.1 ? 1 + Math.floor(random() * (LATENESS - 2)) : 0;
        if (delay > 0 && !away) counts.delayed++;
        const at = slot + (away ? CUT_OFF : delay);
        plan(observation, at, away);
        if (random() < 0.1) {
          counts.duplicates++;
          plan(observation, away ? at : at + Math.floor(random() * (LATENESS - 2 - delay)), away);
        }
        if (away) return;
        const { values, time } = observation;
        const changed = { ...values, temp_out: (values.temp_out ?? 15) + (random() < 0.2 ? 9 : 0.1) };
        if (random() < 0.03) {
          counts.corrections++;
          plan({ ...observation, values: changed }, slot + LATENESS - 2);
        }
        if (random() < 0.03 && slotOf(time + 30_000) === slotOf(time)) {
          counts.doubleReports++;
          plan({ ...observation, time: time + 30_000, values: changed }, at);
        }
      };
      for (let slot = first; slot < first + slots + CUT_OFF; slot++) {
        // The last are as they should be, so that everything is settled.
        if (slot < first + slots) for (const observation of history.takeNext()) planAll(observation, slot);
        else for (const observation of history.takeNext()) plan(observation, slot);
        const due = waiting.get(slot) ?? [];
        waiting.delete(slot);
        await history.push(
          feed.url,
          due.map(({ observation }) => observation),
        );
        for (const { observation, late: isLate } of due) {
          (isLate ? late : inTime).set(observationItem(observation).key, observation);
        }
        // Partitions are read side by side: none may be so far behind that what comes in time is late there.
        await sleep(20);
      }
      await history.pushSlots(feed.url, LATENESS + SLOTS_PER_HOUR + 3);
      for (const [key, observation] of history.acknowledged) if (!late.has(key)) inTime.set(key, observation);
      const { delayed, duplicates, corrections, doubleReports } = counts;
      const outcome = await installation.conclude(
        `${delayed} delayed, ${duplicates} duplicates, ${corrections} corrections, ${doubleReports} double reports, ${late.size} too late`,
        [...inTime.values()],
      );
      for (const row of await answers.observations()) {
        const isLate = row.flags?.['temp_out']?.reason === 'late';
        if (isLate === late.has(`${row.station_id}|${row.timestamp}`)) continue;
        problems.push(`${row.station_id} ${row.timestamp} ${isLate ? 'is' : 'is not'} marked late`);
      }
      return outcome;
    });
  },
};
