import assert from 'node:assert/strict';
import { readConfiguration } from '../../schemas/configuration.ts';
import { SILENT } from '../../schemas/logger.ts';
import { runInFrame } from '../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../services/cli/halcyon-command.ts';
import type { Finding } from '../../services/doctor/installation/finding.ts';
import { startTelemetry } from '../../services/telemetry/start-telemetry.ts';
import { recordedIo } from '../services/cli/recorded-io.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const STATIONS = 4;
const NETWORK = 'north';
const LAST = 12;

describe('halcyon doctor', () => {
  it('says how a system is that runs, and what came in that was no good', async () => {
    const system = new RunningSystem(await freshDataFolder(), timeAt(LAST) + 1000);
    const telemetry = await startTelemetry(readConfiguration({}), SILENT);
    await system.start(() => telemetry.metrics());
    const environment = { HALCYON_DATA: system.folder, PORT: '0', HALCYON_TOKN: 'geheimnis' };
    const doctor = async (...more: string[]) => {
      const io = recordedIo({ environment, now: () => system.clock });
      return { code: await runInFrame(halcyonCommand, ['doctor', ...more], io), out: io.out(), err: io.err() };
    };
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS + 1));
    await system.pushJudged(NETWORK, calmReports(STATIONS, 0, LAST));
    await system.push(NETWORK, [{ station_id: 'nobody', time: '2025-06-01T00:00:00Z' }]);

    const { code, out, err } = await doctor();
    assert.equal(err, '');
    assert.match(out, /^ok {7}running system +ready: /m);
    assert.match(out, /^ok {7}lag +no reader is more than \d+ records behind$/m);
    assert.match(out, /^ok {7}catalogue +embedded, in the running system/m);
    assert.match(out, /^ok {7}time series +.*its tables are those of this version$/m);
    assert.match(out, /^ok {7}data folder +.*held by a system \(pid \d+\)$/m);
    assert.match(out, /^warning {2}settings +HALCYON_TOKN is given, .*; HALCYON_TOKEN may be meant$/m);
    assert.match(
      out,
      /^warning {2}dead letters +1 of the last day: unknown_station from push 1; halcyon dead-letters list/m,
    );
    assert.match(out, /^warning {2}stations +1 of 5 in network north have not reported within a month: s4; /m);
    assert.match(out, /\n0 wrong, \d+ to look at, \d+ good\n$/);
    assert.equal(code, 0);
    assert.doesNotMatch(out, /geheimnis/);

    const json = await doctor('--json');
    const answer = JSON.parse(json.out) as { ok: boolean; findings: Finding[] };
    assert.equal(answer.ok, true);
    assert.ok(answer.findings.some(({ what, gravity }) => what === 'stations' && gravity === 'warning'));
    await system.stop();
    await telemetry.stop();

    const after = await doctor();
    assert.match(after.out, /^ok {7}running system +none runs on these settings$/m);
    assert.match(after.out, /^ok {7}catalogue +PGlite .*its tables are those of this version$/m);
  });

  it('ends with 1 where something is wrong', async () => {
    const environment = { HALCYON_DATA: '/nowhere/at/all', CLICKHOUSE_URL: 'http://u:geheim@127.0.0.1:9', PORT: 'x' };
    const io = recordedIo({ environment, now: Date.now });
    assert.equal(await runInFrame(halcyonCommand, ['doctor'], io), 1);
    assert.match(io.out(), /^wrong {4}settings +PORT is 'x', should be a whole number/m);
    assert.match(io.out(), /^wrong {4}time series +The ClickHouse server at 127.0.0.1:9 does not answer; start the/m);
    assert.match(io.out(), /\n2 wrong, /);
    assert.doesNotMatch(io.out(), /geheim/);
  });
});
