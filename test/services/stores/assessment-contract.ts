import assert from 'node:assert/strict';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Assessment } from '../../../schemas/assessment.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import {
  anomaly,
  CALM,
  DAY,
  fault,
  faultValue,
  faultVersion,
  HOUR,
  judgement,
  lateJudgement,
  MINUTE,
  observation,
  START,
} from './records.ts';

/** Slots of two hours. */
const LATENESS = 12;

/** What a time series owes for the assessments of observations. @param networkOf an empty network for each test */
export function assessmentContract(store: () => TimeSeriesStore, networkOf: () => string): void {
  describe('assessments', () => {
    let network = '';
    beforeEach(() => {
      network = networkOf();
    });
    const raised = (id: string, changes: Partial<Anomaly>) => anomaly(network, `${network} ${id}`, changes);
    const assessments = async () => {
      const found = await store().assessments(network, START, START + DAY);
      return found.toSorted((a, b) => a.judgement.time - b.judgement.time);
    };
    const classesOf = ({ verdicts }: Assessment) =>
      Object.entries(verdicts).map(([variable, verdict]) => [variable, verdict?.classification, verdict?.state]);

    it('have the last verdict on each value, by the judgement that counts', async () => {
      await store().insertJudgements([judgement(network, 's1', START, START + 1)]);
      const first = raised('t', { version: '1', judged: START + 1, classification: 'suspected' });
      const last = raised('t', { version: '2', judged: START + 2, classification: 'weather_event' });
      await store().insertAnomalies([last, first]);
      await store().insertAnomalies([
        raised('w', { variable: 'wind_speed', version: '1', judged: START + 1 }),
        raised('w', { variable: 'wind_speed', version: '2', judged: START + 2, state: 'withdrawn' }),
        raised('h', { variable: 'out_hum', version: 'b', judged: START, final: true, state: 'settled' }),
        raised('h', { variable: 'out_hum', version: 'a', judged: START + 3, classification: 'suspected' }),
      ]);
      const [found] = await assessments();
      assert.deepEqual(classesOf(found).sort(), [
        ['out_hum', 'device_failure', 'settled'],
        ['temp_out', 'weather_event', 'provisional'],
        ['wind_speed', 'device_failure', 'withdrawn'],
      ]);
      assert.deepEqual(found.verdicts.temp_out, {
        check: 'arima',
        temporalMethod: 'arima',
        classification: 'weather_event',
        state: 'provisional',
        spatial: { neighborsChecked: 2 },
      });
    });

    // 200 hPa in the place of 1013.2 passed, since that had, and a right value in the place of a wrong one failed.
    it('say of a value that was corrected too late that nobody judged it, and keep what was found for the others', async () => {
      const passed = judgement(network, 's1', START, START + MINUTE);
      await store().insertObservations([observation(network, 's1', START), observation(network, 's2', START)]);
      await store().insertJudgements([passed]);
      const revised = (id: string, hours: number, values: object) =>
        observation(network, id, START, { received: START + hours * HOUR, values: { ...CALM, ...values } });
      const late = revised('s1', 5, { temp_out: -35, bar: 20, rain: null });
      assert.deepEqual(
        await store().correctedJudgements([observation(network, 's1', START)], LATENESS),
        [],
        'the same again',
      );
      assert.deepEqual(await store().correctedJudgements([revised('s1', 5, {})], LATENESS), [], 'nothing differs');
      assert.deepEqual(
        await store().correctedJudgements([revised('s1', 0.5, { bar: 20 })], LATENESS),
        [],
        'judged again',
      );
      assert.deepEqual(
        await store().correctedJudgements([revised('s2', 5, { bar: 20 })], LATENESS),
        [],
        'never judged',
      );
      assert.deepEqual(await store().correctedJudgements([revised('s3', 5, { bar: 20 })], LATENESS), [], 'new');
      const corrected = await store().correctedJudgements([late], LATENESS);
      await store().insertJudgements(corrected);
      await store().insertObservations([late]);
      const flagsOf = async () => {
        const [{ judgement: found }] = await assessments();
        const { temp_out, out_hum, bar, rain } = found.variables;
        return [temp_out, out_hum, bar, rain].map(({ flag, reason }) => `${flag} ${reason}`.trim());
      };
      const found = ['2 corrected', '1', '4 gross_range', '9 missing'];
      assert.deepEqual(await flagsOf(), found);
      assert.deepEqual(await store().correctedJudgements([late], LATENESS), [], 'stored already');
      await store().insertJudgements([lateJudgement(network, 's1', START, START + 6 * HOUR), passed]);
      assert.deepEqual(await flagsOf(), found, 'whatever comes again');
      await store().insertJudgements([judgement(network, 's1', START, START + 7 * HOUR)]);
      assert.deepEqual(await flagsOf(), ['1', '1', '9 missing', '1'], 'judged after all');
    });

    // It was `corrected` for good where it was judged in the millisecond in which it came, or stamps were ahead of the clock.
    it('have the judgement of a corrected value, whatever the clocks say of when it came', async () => {
      await store().insertObservations([observation(network, 's1', START)]);
      await store().insertJudgements([judgement(network, 's1', START, START + MINUTE)]);
      const received = START + 5 * HOUR;
      const revised = observation(network, 's1', START, { received, values: { ...CALM, temp_out: -35 } });
      const corrected = await store().correctedJudgements([revised], LATENESS);
      await store().insertObservations([revised]);
      await store().insertJudgements([judgement(network, 's1', START, received - 1)]);
      await store().insertJudgements(corrected);
      const [{ judgement: found }] = await assessments();
      assert.deepEqual([found.variables.temp_out.reason, found.judged], ['', received - 1]);
    });

    // The second correction brought back what was found for the value that the first one had replaced.
    it('say of all that two corrections in one batch change that nobody judged it', async () => {
      await store().insertObservations([observation(network, 's1', START)]);
      await store().insertJudgements([judgement(network, 's1', START, START + MINUTE)]);
      const revised = (received: number, values: object) =>
        observation(network, 's1', START, { received, values: { ...CALM, ...values } });
      const first = revised(START + 5 * HOUR, { temp_out: -35 });
      const second = revised(START + 6 * HOUR, { temp_out: -35, bar: 990 });
      await store().insertJudgements(await store().correctedJudgements([first, second], LATENESS));
      const [{ judgement: found }] = await assessments();
      const { temp_out, out_hum, bar } = found.variables;
      assert.deepEqual([temp_out.reason, out_hum.reason, bar.reason], ['corrected', '', 'corrected']);
    });

    // It was from an hour on, whatever HALCYON_LATENESS: with 30 minutes a value kept the flag of the one that it had replaced.
    it('say that nobody judged a corrected value from the allowed lateness on', async () => {
      await store().insertObservations([observation(network, 's1', START)]);
      await store().insertJudgements([judgement(network, 's1', START, START + MINUTE)]);
      const saidAfter = async (minutes: number, latenessSlots: number) => {
        const received = START + minutes * MINUTE;
        const revised = observation(network, 's1', START, { received, values: { ...CALM, temp_out: -35 } });
        const found = await store().correctedJudgements([revised], latenessSlots);
        return found.map(({ variables }) => variables.temp_out.reason);
      };
      assert.deepEqual(await saidAfter(20, 3), []);
      assert.deepEqual(await saidAfter(35, 3), ['corrected']);
      assert.deepEqual(await saidAfter(35, LATENESS), []);
      assert.deepEqual(await saidAfter(125, LATENESS), ['corrected']);
      assert.deepEqual(await saidAfter(125, 144), []);
    });

    it('leave out verdicts on another value, of another station or by another configuration', async () => {
      await store().insertJudgements([judgement(network, 's1', START, START + 1)]);
      await store().insertAnomalies([
        raised('time', { time: START + MINUTE, slot: slotOf(START) }),
        raised('station', { station: 's2' }),
        raised('configuration', { configuration: 'c2', judged: START + DAY }),
        raised('own', { variable: 'bar' }),
        anomaly(`${network} other`, `${network} elsewhere`, { variable: 'rain' }),
      ]);
      const [found] = await assessments();
      assert.deepEqual(classesOf(found), [['bar', 'device_failure', 'provisional']]);
    });

    // Its newest value passed until the network came to the next slot, while states and the page Now said that its sensor failed.
    it('have the fault of hours that holds, of values that it has not looked at yet', async () => {
      const times = [0, 10, 20, 30].map((minutes) => START + minutes * MINUTE);
      await store().insertJudgements([
        ...times.map((time) => judgement(network, 's1', time, time)),
        judgement(network, 's2', times[3], times[3]),
      ]);
      const [open, ended] = ['open', 'ended'].map((id) => fault(network, `${network} ${id}`));
      const looked = times.slice(0, 2).map((time) => faultValue(time));
      await store().insertFaults([
        faultVersion(open, looked),
        faultVersion({ ...ended, variable: 'bar', end: times[1], recovered: times[2] }, looked),
        faultVersion({ ...ended, id: `${network} rain`, variable: 'rain', state: 'withdrawn' }, looked),
      ]);
      const told = async (station: string) =>
        (await assessments())
          .filter((one) => one.judgement.station === station)
          .map(({ faults: { temp_out, bar, rain } }) => [temp_out, bar, rain].map((it) => it?.flag ?? null).join());
      const sure = '4,4,';
      assert.deepEqual(await told('s1'), [sure, sure, '3,,', '3,,']);
      assert.deepEqual(await told('s2'), [',,']);
      await store().insertJudgedUntil([{ network, slot: slotOf(times[2]) }]);
      assert.deepEqual(await told('s1'), [sure, sure, ',,', '3,,'], 'what is settled was looked at');
      await store().insertJudgements([lateJudgement(network, 's1', times[3] + MINUTE, times[3])]);
      assert.equal((await told('s1')).at(-1), ',,', 'one that came too late is not looked at');
    });

    it('have the fault that each value lies under, of several the gravest', async () => {
      await store().insertJudgements([START, START + HOUR].map((time) => judgement(network, 's1', time, time)));
      const over = { end: START, recovered: START + HOUR };
      const [sure, doubtful, past] = ['sure', 'doubtful', 'past'].map((id) => fault(network, `${network} ${id}`, over));
      await store().insertFaults([
        faultVersion(doubtful, [faultValue(START, { flag: 3, estimate: null, uncertainty: null })]),
        faultVersion(sure, [faultValue(START, { estimate: 15.5, uncertainty: 0.35 })]),
        faultVersion({ ...past, id: `${network} bar`, variable: 'bar' }, [
          faultValue(START, { flag: 3, estimate: 1013 }),
        ]),
        faultVersion(past, [faultValue(START + HOUR)]),
        faultVersion({ ...past, station: 's2' }, [faultValue(START)]),
      ]);
      await store().insertFaults([faultVersion({ ...past, state: 'withdrawn', judged: past.judged + 1 }, [])]);
      const [first, second] = await assessments();
      assert.deepEqual(first.faults, {
        temp_out: { faultId: sure.id, flag: 4, estimate: 15.5, uncertainty: 0.35 },
        bar: { faultId: `${network} bar`, flag: 3, estimate: 1013, uncertainty: 0.35 },
      });
      assert.deepEqual(second.faults, {});
    });

    // "Neighbours imply 105 %" of a sensor that is stuck in fog, where its neighbours read 99 to 100.
    it('have an estimate that can be', async () => {
      await store().insertJudgements([judgement(network, 's1', START, START)]);
      const stuck = fault(network, `${network} humidity`, { variable: 'out_hum' });
      const drowned = fault(network, `${network} rain`, { variable: 'rain' });
      await store().insertFaults([
        faultVersion(stuck, [faultValue(START, { estimate: 105.8 })]),
        faultVersion(drowned, [faultValue(START, { estimate: -0.2 })]),
      ]);
      const [{ faults }] = await assessments();
      assert.deepEqual([faults.out_hum?.estimate, faults.rain?.estimate], [100, 0]);
    });

    // Values after the last look at a fault of days had flag 1 for up to nine hours, while the sensor was said to have failed.
    it('have the fault of days that goes on, after the last look at it too, until its end is known', async () => {
      const times = [0, 1, 2, 3].map((hours) => START + hours * HOUR);
      const values = { ...CALM, wind_speed: 4, rain: null };
      await store().insertObservations(times.map((time) => observation(network, 's1', time, { values })));
      await store().insertJudgements(times.map((time) => judgement(network, 's1', time, time)));
      const lasting = (kind: Fault['kind'], variable: Variable, changes: Partial<Fault> = {}) =>
        fault(network, `${network} ${kind}`, {
          kind,
          variable,
          start: times[1],
          offset: 5,
          uncertainty: 0.5,
          ...changes,
        });
      const bias = lasting('bias', 'temp_out');
      const looked = faultValue(times[1], { flag: 3, estimate: 7 });
      await store().insertFaults([
        faultVersion(bias, [looked]),
        faultVersion(
          lasting('gain', 'wind_speed', { offset: null, ratio: 0.4, uncertainty: 0.1, certainty: 'suspected' }),
        ),
        faultVersion(lasting('clock', 'bar', { offset: null, uncertainty: null })),
        faultVersion(lasting('radiation', 'out_hum', { state: 'withdrawn' })),
        faultVersion(lasting('unit', 'rain', { offset: null })),
      ]);
      const told = async (variable: Variable) => (await assessments()).map(({ faults }) => faults[variable] ?? null);
      const under = { faultId: bias.id, flag: 3, estimate: 15, uncertainty: 0.5 };
      const before = { ...under, estimate: 7, uncertainty: looked.uncertainty };
      assert.deepEqual(await told('temp_out'), [null, before, under, under]);
      assert.deepEqual(
        (await told('wind_speed')).map((one) => one && [one.flag, one.estimate, one.uncertainty]),
        [null, ...times.slice(1).map(() => [3, 10, 2.5])],
      );
      assert.deepEqual(
        (await told('bar')).map((one) => one && [one.flag, one.estimate]),
        [null, ...times.slice(1).map(() => [3, null])],
      );
      assert.deepEqual(await told('out_hum'), [null, null, null, null]);
      assert.deepEqual(await told('rain'), [null, null, null, null], 'there is no number');
      const ended = { ...bias, end: times[2], recovered: times[3], version: 'v2', judged: bias.judged + 1 };
      await store().insertFaults([faultVersion(ended, [])]);
      assert.deepEqual(await told('temp_out'), [null, before, under, null]);
    });

    it('have of a fault of hours and one of days the graver, and among equals that with an estimate', async () => {
      const times = [0, 1].map((hours) => START + hours * HOUR);
      await store().insertObservations(times.map((time) => observation(network, 's1', time)));
      await store().insertJudgements(times.map((time) => judgement(network, 's1', time, time)));
      const ofHours = fault(network, `${network} hours`);
      const ofDays = fault(network, `${network} days`, { kind: 'bias', offset: 5, uncertainty: 0.5 });
      const doubtful = faultValue(times[1], { flag: 3, estimate: null, uncertainty: null });
      await store().insertFaults([faultVersion(ofHours, [faultValue(times[0]), doubtful]), faultVersion(ofDays)]);
      assert.deepEqual(
        (await assessments()).map(({ faults }) => [faults.temp_out?.faultId, faults.temp_out?.flag]),
        [
          [ofHours.id, 4],
          [ofDays.id, 3],
        ],
      );
    });

    it('have under a fault of days what the newest revision of a report implies, whichever was stored last', async () => {
      const revised = (temp_out: number, received: number) =>
        observation(network, 's1', START, { values: { ...CALM, temp_out }, received });
      await store().insertObservations([revised(30, START + 2)]);
      await store().insertObservations([revised(20, START + 1)]);
      await store().insertJudgements([judgement(network, 's1', START, START)]);
      await store().insertFaults([faultVersion(fault(network, `${network} days`, { kind: 'bias', offset: 5 }))]);
      assert.deepEqual(
        (await assessments()).map(({ faults }) => faults.temp_out?.estimate),
        [25],
      );
    });

    it('are settled up to the mark of the network', async () => {
      const times = [START, START + HOUR, START + 2 * HOUR];
      await store().insertJudgements(times.map((time) => judgement(network, 's1', time, time)));
      await store().insertJudgedUntil([
        { network, slot: slotOf(START + HOUR) },
        { network: `${network} other`, slot: slotOf(START + DAY) },
      ]);
      assert.deepEqual(
        (await assessments()).map(({ settled }) => settled),
        [true, true, false],
      );
    });

    it('are those of a stretch, and say what came too late', async () => {
      const late = lateJudgement(network, 's1', START + HOUR, START + DAY);
      const inside = [judgement(network, 's1', START, START), late, judgement(network, 's1', START + DAY, START)];
      const outside = [START - 1, START + DAY + 1].map((time) => judgement(network, 's1', time, START));
      await store().insertJudgements([...inside, ...outside]);
      assert.deepEqual(
        (await assessments()).map((one) => one.judgement),
        inside,
      );
      assert.deepEqual(await store().assessments('no such network', START, START + DAY), []);
    });

    it('are the same in the list of observations, of any length', async () => {
      const times = Array.from({ length: 300 }, (_, n) => START + n * MINUTE);
      await store().insertObservations(times.map((time) => observation(network, 's1', time)));
      await store().insertJudgements(times.map((time) => judgement(network, 's1', time, START)));
      await store().insertAnomalies(times.map((time, n) => raised(`many ${n}`, { time })));
      await store().insertFaults([
        faultVersion(
          fault(network, `${network} f`),
          times.slice(9, 99).map((time) => faultValue(time)),
        ),
      ]);
      const page = await store().observations({ network, limit: 1000 });
      assert.deepEqual(
        page.items.map(({ assessment }) => assessment),
        (await assessments()).reverse(),
      );
      assert.ok(page.items.every(({ assessment }) => assessment?.verdicts.temp_out !== undefined));
      assert.equal(page.items.filter(({ assessment }) => assessment?.faults.temp_out?.flag === 4).length, 90);
    });
  });
}
