import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { EVERY_STATION, endedRule } from '../../../schemas/expert-rule.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { newLimits, newThreshold, newWindow } from '../../../services/experts/new-rule.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { folderWithTimeSeries } from '../stores/made-folders.ts';
import { recordedIo } from './recorded-io.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const HOUR = 3_600_000;
const LIMITS = { failLow: -40, failHigh: 50, suspectLow: -30.5, suspectHigh: 38 };

describe('halcyon rules list', () => {
  let folder: string;
  // An engine takes a moment to start: that of the store which is open here answers the commands too.
  let store: OpenedTimeSeries;
  const list = async (...argv: string[]) => {
    const io = recordedIo({ environment: { HALCYON_DATA: folder }, now: () => NOON + 2 * HOUR });
    const code = await runInFrame(halcyonCommand, ['rules', 'list', ...argv], io);
    return { code, out: io.out(), err: io.err() };
  };
  const listed = async (...argv: string[]) => {
    const { code, out, err } = await list('--json', ...argv);
    assert.deepEqual([code, err], [0, '']);
    const { rules } = JSON.parse(out) as { rules: { kind: string; station_id: string; reason: string }[] };
    return rules.map(({ kind, station_id }) => `${kind} ${station_id}`);
  };

  before(async () => {
    folder = await folderWithTimeSeries();
    const by = (hours: number) => ({ by: 'ann', reason: 'a tree has grown', at: NOON + hours * HOUR });
    const at = (id: string, network = 'north') => ({ network, id });
    const open = { variables: VARIABLES, from: NOON, to: null };
    store = await openTimeSeries({ dataFolder: folder });
    await store.insertRules([
      newWindow('bar', at('a'), open, by(0)),
      endedRule(newWindow('maintenance', at('b'), open, by(0)), 'bob', NOON + HOUR, NOON + HOUR),
      newThreshold(at('a'), { variable: 'bar', method: 'arima', threshold: 8, floor: 2.5 }, by(1)),
      newLimits('west', EVERY_STATION, 'temp_out', LIMITS, by(0)),
      newWindow('maintenance', at('c', 'south'), { ...open, variables: ['rain'], to: NOON + 9 * HOUR }, by(0.5)),
    ]);
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows what holds now, or will, newest first, by network, station and kind', async () => {
    assert.deepEqual(await listed('--kind', 'limits'), ['limits null']);
    assert.deepEqual(
      (await listed()).filter((one) => one !== 'limits null'),
      ['threshold a', 'maintenance c', 'bar a'],
    );
    assert.deepEqual(await listed('--network', 'north'), ['threshold a', 'bar a']);
    assert.deepEqual(await listed('--station', 'a', '--kind', 'bar'), ['bar a']);
    assert.deepEqual((await listed('--all')).sort(), [
      'bar a',
      'limits null',
      'maintenance b',
      'maintenance c',
      'threshold a',
    ]);
  });

  it('shows it to people on lines that fit, or says that there is none', async () => {
    const { out } = await list();
    assert.match(out, /threshold +.*a +bar beyond 8, smallest deviation 2\.5 +2026-03-01T13:00:00Z +open/);
    assert.match(out, /maintenance +.*c +rain +2026-03-01T12:00:00Z +2026-03-01T21:00:00Z/);
    assert.match(out, /bar +.*a +all +2026-03-01T12:00:00Z +open/);
    assert.match(out, /limits +.*all +temp_out fail -40\.\.50 suspect -30\.5\.\.38 +2026-03-01T12:00:00Z +open/);
    for (const line of out.split('\n')) assert.ok(line.length <= 120, line);
    assert.equal((await list('--kind', 'override')).out, 'no rules\n');
  });

  it('says what would be right', async () => {
    for (const [argv, says] of [
      [['--kind', 'silence'], "--kind is 'silence', should be one of override, maintenance, bar, threshold, limits"],
      [['--network', 'a/b'], '--network is '],
    ] as const) {
      const { code, err } = await list(...argv);
      assert.deepEqual([code, err.includes(says)], [3, true], err);
    }
  });
});
