import assert from 'node:assert/strict';
import { explanationLines } from '../../../detectors/explanation/explanation-lines.ts';
import type { ObservationSource } from '../../../ingest/observation-source.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { isoOf, SLOT_MS, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { reportedAnomaly } from '../../../services/answers/reported-anomaly.ts';
import { detect } from '../../../services/detection/detect.ts';
import { explain } from '../../../services/detection/explain.ts';
import { CaseSource, slotOfHour } from '../../detectors/golden/case-source.ts';
import { type GoldenCase, goldenCase } from '../../detectors/golden/golden-case.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { seeded } from '../../detectors/stages/small-network.ts';
import { baseline, fault } from '../stores/records.ts';

const HOURS = 48;
/** Detection begins here: the explanation of a value begins elsewhere, and comes to the same. */
const FIRST_HOUR = 26;
/** Verdicts are settled so long before the end. */
const SETTLED_HOURS = 4;
/** Values of the stretch that are explained, beside those that are anomalies. */
const PASSED = 12;
const MOST_ANOMALIES = 40;

/** Two dozen stations of the plain of Flanders, about 10 km apart, with a front, spikes, a stuck sensor and one that is off. */
function plain(): GoldenCase {
  const random = seeded(7);
  const stations = Array.from({ length: 24 }, (_, k) => ({
    id: `v${k}`,
    latitude: 51 + 0.45 * (random() + (k % 5) * 0.1),
    longitude: 3.2 + 0.7 * (random() + (k % 7) * 0.1),
  }));
  const spike = (k: number, hour: number, value: number) => ({
    stations: [`v${k}`],
    variable: 'temp_out',
    hour,
    do: 'add',
    value,
    slots: 1,
  });
  const front = { stations: 'all', hour: 34, do: 'add', slots: 80, moving: { kmh: 40, towards: 110 } };
  return goldenCase.parse({
    title: 'a plain of two dozen stations',
    why: 'what explains a value judges as what detects does',
    hours: HOURS,
    stations,
    base: { temp_out: 15, out_hum: 70, wind_speed: 14, bar: 1014, rain: 0 },
    daily: { temp_out: { amplitude: 5, peak: 15 }, out_hum: { amplitude: 15, peak: 3 } },
    noise: { seed: 3, temp_out: 0.3, out_hum: 1.5, wind_speed: 2.5, bar: 0.1 },
    events: [
      ...[27, 29.5, 31, 33, 36, 39, 41.5].map((hour, k) => spike(2 + 3 * k, hour, k % 2 === 0 ? 9 : -6)),
      { ...front, variable: 'temp_out', value: -7, rise: 3 },
      { ...front, variable: 'wind_speed', value: 20, rise: 2, slots: 6, fade: 6 },
      { stations: ['v5'], variable: 'temp_out', hour: 28, do: 'freeze', slots: 40 },
      { stations: ['v9'], variable: 'out_hum', hour: 30, do: 'add', value: 25, slots: 50 },
      { stations: ['v11'], variable: 'temp_out', hour: 32, do: 'set', value: 88, slots: 2 },
      { stations: ['v13'], variable: 'all', hour: 29, do: 'silent', slots: 12 },
    ],
    expect: [],
    elsewhere: 'no_device_failure',
  });
}

describe('an explained value', () => {
  const source = new CaseSource(plain());
  const request = {
    start: timeOfSlot(slotOfHour(FIRST_HOUR)),
    end: timeOfSlot(slotOfHour(HOURS)),
    network: null,
    configuration,
    verdicts: 'last' as const,
    warnings: [],
  };
  const explained = (station: string, variable: (typeof VARIABLES)[number], time: number) =>
    explain(source, { station, variable, time, network: null, configuration });

  it('has the verdict, the faults and the last line of what is detected', async () => {
    const { report, result } = await detect(source, request);
    const until = request.end - SETTLED_HOURS * 6 * SLOT_MS;
    const settled = result.anomalies.filter(({ time }) => time <= until);
    const classes = new Set(settled.map(({ classification }) => classification));
    assert.ok(classes.size >= 2 && settled.length > 20, `${settled.length} anomalies of ${[...classes].join()}`);
    const step = Math.ceil(settled.length / MOST_ANOMALIES);
    for (const anomaly of settled.filter((_, k) => k % step === 0)) {
      const { station, variable, time } = anomaly;
      const at = `${station} ${variable} ${isoOf(time)}`;
      const { explanation, flags } = await explained(station, variable, time);
      const { verdict } = explanation;
      assert.ok(verdict !== null, `${at} is detected: ${anomaly.reason}`);
      const reported = report.anomalies.find(({ anomaly_id }) => anomaly_id === anomaly.id);
      const { episode_id: _e, weather_event_id: _w, ...said } = reported ?? assert.fail(at);
      assert.deepEqual(reportedAnomaly(verdict), said, at);
      const over = result.faults.filter(
        (fault) =>
          fault.station === station &&
          fault.variable === variable &&
          fault.start <= time &&
          time <= (fault.end ?? request.end),
      );
      assert.deepEqual(
        explanation.faults.map(({ id, kind, start }) => ({ id, kind, start })),
        over.map(({ id, kind, start }) => ({ id, kind, start })),
        at,
      );
      const last = explanationLines(explanation, flags.qartod).at(-1) ?? '';
      assert.ok(
        last.includes(anomaly.classification.replace('_', ' ')) && last.includes(anomaly.reason),
        `${at}: ${last}`,
      );
    }
  });

  it('is no anomaly where nothing is detected', async () => {
    const { anomalies } = (await detect(source, request)).result;
    const flagged = new Set(anomalies.map(({ station, variable, time }) => `${station} ${variable} ${time}`));
    const random = seeded(11);
    const reports: Observation[] = [];
    for await (const batch of source.read('golden', request.start, request.end - SETTLED_HOURS * 6 * SLOT_MS)) {
      reports.push(...batch);
    }
    for (let k = 0; k < PASSED; k++) {
      const { station, time } = reports[Math.floor(random() * reports.length)];
      const variable = VARIABLES[k % VARIABLES.length];
      if (flagged.has(`${station} ${variable} ${time}`)) continue;
      const { explanation } = await explained(station, variable, time);
      assert.equal(explanation.verdict, null, `${station} ${variable} ${isoOf(time)}`);
      assert.ok(explanation.temporal.length > 0);
    }
  });

  // It had "Fault over it: bias, goes on", and then "Verdict: no anomaly, QARTOD 1 (pass)".
  it('lies under a fault of days of its sensor, as it is stored by now, until that ends', async () => {
    const time = timeOfSlot(slotOfHour(30));
    const start = timeOfSlot(slotOfHour(20));
    const stored = async (end: number | null) => {
      const bias = fault('golden', 'b', { station: 'v1', variable: 'bar', kind: 'bias', start, end, offset: 3 });
      const running: ObservationSource = {
        title: source.title,
        networks: () => source.networks(),
        extent: () => source.extent(),
        stations: () => source.stations(),
        read: (...asked) => source.read(...asked),
        baselines: async (_network, _from, day) => [baseline('golden', 'v1', day, '1')],
        lastingCondition: async () => ({ slot: 0, content: '[]' }),
        faults: async (_network, from) => (end === null || end >= from ? [bias] : []),
        close: () => source.close(),
      };
      return explain(running, { station: 'v1', variable: 'bar', time, network: null, configuration });
    };
    const { explanation, flags } = await stored(null);
    const value = explanation.report.values.bar ?? Number.NaN;
    assert.deepEqual(explanation.underFault, { faultId: 'b', flag: 3, estimate: value - 3, uncertainty: 0.1 + 0.2 });
    assert.equal(flags.qartod, 3);
    const lines = explanationLines(explanation, flags.qartod);
    assert.match(lines.join('\n'), /Fault over it: bias, .* goes on: .*; it says QARTOD 3 of this value\.$/m);
    assert.match(lines.at(-1) ?? '', /^Verdict: no anomaly by itself, provisional, under a fault, QARTOD 3 \(suspect/);
    const after = await stored(time - 1);
    assert.deepEqual([after.explanation.underFault, after.flags.qartod], [null, 1]);
  });

  it('says which stations and reports there are instead', async () => {
    const time = timeOfSlot(slotOfHour(30));
    await assert.rejects(explained('v99', 'bar', time), {
      code: 'unknown_station',
      message: /^network golden has no station 'v99'; nearest names: v19, v9, v0, /,
    });
    await assert.rejects(explained('v1', 'bar', time + 60_000), {
      code: 'not_found',
      message: `station v1 has no report at ${isoOf(time + 60_000)}; the nearest are of ${isoOf(time)} and ${isoOf(time + SLOT_MS)}`,
    });
    await assert.rejects(explained('v1', 'bar', time + 30 * 24 * 3_600_000), {
      code: 'not_found',
      message: /^station v1 has no report within 3 days of .*; those of the network run from .* to /,
    });
  });
});
