import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { detect } from '../../../services/detection/detect.ts';
import type { RawDetection } from '../../../services/detection/detection-request.ts';
import { newWindow } from '../../../services/experts/new-rule.ts';
import { request, result, station } from './made-up-result.ts';
import { calmDay, MemorySource } from './memory-source.ts';
import { reportShape } from './report-shape.ts';

async function refusal(work: Promise<unknown>): Promise<HalcyonError> {
  const error = await work.then(
    () => assert.fail('should have been refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof HalcyonError, String(error));
  return error;
}

const failuresOf = (anomalies: readonly { classification: string }[]) =>
  anomalies.filter(({ classification }) => classification === 'device_failure').length;

describe('detect', () => {
  const spike = () =>
    calmDay((values, number, back) => {
      if (number === 2 && back === 6) values.temp_out = 40;
    });

  it('finds a spike of one station and reports it in the shape of section 2.4', async () => {
    const { report } = await detect(spike(), request());
    reportShape.parse(JSON.parse(JSON.stringify(report)));
    const found = report.anomalies.filter((one) => one.timestamp === '2022-09-15T22:50:00Z');
    assert.equal(found.length, 1);
    assert.equal(found[0].station_id, 's02');
    assert.equal(found[0].actual_value, 40);
    assert.equal(found[0].classification, 'device_failure');
    assert.equal(report.summary.total_stations, 4);
    assert.equal(report.metadata.thresholds['arima'], 5);
  });

  it('shows what people have ruled of what it finds, where the source knows', async () => {
    const source = spike();
    const { report: machine } = await detect(source, request());
    const found = machine.anomalies.filter(({ station_id }) => station_id === 's02');
    assert.ok(found.length > 0);
    const window = { variables: VARIABLES, from: request().start, to: null };
    const entering = { by: 'ann', reason: 'painted', at: request().end };
    const rule = newWindow('maintenance', { network: 'alps', id: 's02' }, window, entering);
    source.ruled = [rule];
    const { report } = await detect(source, request());
    assert.equal(report.summary.in_maintenance, found.length);
    assert.equal(report.summary.device_failures, machine.summary.device_failures - failuresOf(found));
    assert.deepEqual(
      report.anomalies.map(({ maintenance: _, ...rest }) => rest),
      machine.anomalies,
      'entered afterwards, it changes nothing that was judged',
    );
  });

  it('flags beyond the threshold that is asked for, and names it', async () => {
    const { report: usual } = await detect(spike(), request());
    const { report: strict } = await detect(spike(), request({ threshold: 20 }));
    assert.equal(strict.metadata.thresholds['arima'], 20);
    assert.ok(strict.anomalies.every((one) => one.check !== 'arima' || (one.threshold === 20 && one.score > 20)));
    assert.ok(strict.anomalies.length <= usual.anomalies.length);
  });

  it('has the same ids for the default threshold, given or not, and others for another', async () => {
    const idsOf = async (raw: RawDetection) =>
      new Set((await detect(spike(), request(raw))).report.anomalies.map((one) => one.anomaly_id));
    const usual = await idsOf({});
    assert.ok(usual.size > 0);
    assert.deepEqual(await idsOf({ threshold: 5 }), usual);
    for (const id of await idsOf({ threshold: 4 })) assert.ok(!usual.has(id));
  });

  it('gives the same answer twice', async () => {
    assert.deepEqual((await detect(spike(), request())).report, (await detect(spike(), request())).report);
  });

  it('takes the only network there is, and has one named where there are several', async () => {
    const source = calmDay();
    const several = new MemorySource([], [], ['alps', 'jura']);
    assert.equal((await detect(source, request())).report.metadata.network, 'alps');
    assert.equal((await detect(source, request({ network: 'alps' }))).report.metadata.network, 'alps');
    const unnamed = await refusal(detect(several, request()));
    assert.equal(unnamed.code, 'invalid_parameter');
    assert.match(unnamed.message, /several networks, name one of them: alps, jura/);
    const unknown = await refusal(detect(several, request({ network: 'andes' })));
    assert.equal(unknown.code, 'unknown_network');
    assert.match(unknown.message, /it has alps, jura/);
  });

  it('ends with insufficient_data where nothing is or nothing can be judged', async () => {
    const cases: readonly (readonly [Promise<unknown>, RegExp])[] = [
      [detect(new MemorySource([], [], []), request()), /holds no observations yet/],
      [detect(new MemorySource([], [station(1)]), request()), /network alps holds no observations yet/],
      [detect(calmDay(), request({ end_time: '2022-09-01 00:00:00' })), /they run from 2022-09-14T11:50:00Z to/],
      [
        detect(calmDay(), request({ end_time: '2022-09-14 12:20:00' })),
        /not one value .* could be judged \(insufficient_history \d+\)/,
      ],
    ];
    for (const [work, message] of cases) {
      const error = await refusal(work);
      assert.equal(error.code, 'insufficient_data');
      assert.equal(error.exitCode, 4);
      assert.match(error.message, message);
    }
  });

  it('reports impossible values even where the method could judge none', async () => {
    const only = { anomalies: result().anomalies.slice(-1), valuesJudged: 0, judgedStations: [] };
    const { report } = await detect(calmDay(), request(), { engine: async () => result(only) });
    assert.equal(report.summary.device_failures, 1);
  });

  it('is interrupted by its signal', async () => {
    const error = await refusal(detect(calmDay(), request(), { signal: AbortSignal.abort() }));
    assert.equal(error.code, 'interrupted');
    assert.equal(error.exitCode, 130);
  });

  it('hands the request to the engine as it was read, and its progress back', async () => {
    const seen: number[] = [];
    await detect(calmDay(), request({ start_time: '2022-09-15 20:00:00', verdicts: 'first' }), {
      onProgress: (done) => seen.push(done),
      engine: async (_source, asked) => {
        assert.equal(asked.verdicts, 'first');
        assert.equal(new Date(asked.start).toISOString(), '2022-09-15T20:00:00.000Z');
        asked.onProgress?.(3, 4);
        return result();
      },
    });
    assert.deepEqual(seen, [3]);
  });
});
