import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LimitsList } from '../../../schemas/http/answers/limits-list.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { someStation } from '../api/some-records.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';
import { recordedIo } from './recorded-io.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const HEADER = 'station_id,variable,fail_low,fail_high,suspect_low,suspect_high';

describe('halcyon limits', () => {
  let folder: string;
  const limits = async (...argv: string[]) => {
    const io = recordedIo({ environment: { HALCYON_DATA: folder }, now: () => NOON });
    const code = await runInFrame(halcyonCommand, ['limits', ...argv], io);
    return { code, out: io.out(), err: io.err() };
  };
  const listed = async (...argv: string[]): Promise<LimitsList> => {
    const { code, out, err } = await limits('list', '--json', ...argv);
    assert.deepEqual([code, err], [0, '']);
    return JSON.parse(out) as LimitsList;
  };
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  before(async () => {
    folder = await folderWithCatalogue();
    const store = await openTimeSeries({ dataFolder: folder });
    await store.insertStations([someStation(), someStation({ id: 'b' }), someStation({ network: 'south', id: 'c' })]);
    await store.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('sets those of a file, lists them with those that apply, and takes them back', async () => {
    const path = file('limits.csv', `${HEADER}\na,temp_out,-40,50,-30,38.5\n,temp_out,,,,45\n,bar,,,600,\n`);
    const set = await limits('import', path, '--network', 'north');
    assert.deepEqual([set.code, set.out, set.err], [0, 'limits set in network north: 3\n', '']);
    const { effective, set: rules } = await listed('--station', 'a');
    assert.deepEqual(
      effective.slice(0, 1).map(({ fail, suspect, from }) => [fail.low, fail.high, suspect.low, suspect.high, from]),
      [[-40, 50, -30, 38.5, 'station']],
    );
    assert.deepEqual(rules.map(({ station_id, variable }) => `${station_id} ${variable}`).sort(), [
      'a temp_out',
      'null bar',
      'null temp_out',
    ]);
    assert.deepEqual([rules[0].by, rules[0].effective_from], ['local', '2026-03-01T12:20:00Z']);
    assert.equal((await listed('--network', 'south')).set.length, 0);
    const { out } = await limits('list', '--network', 'north');
    assert.match(out, /^temp_out +degC +-80 to 60 +-51\.1 to 45 +network$/m);
    assert.match(out, /a +temp_out +-40 to 50 +-30 to 38\.5 +local +limits\.csv:2$/m);
    for (const line of out.split('\n')) assert.ok(line.length <= 120, line);

    const cleared = async (...argv: string[]) => (await limits('clear', '--network', 'north', ...argv)).out;
    assert.equal(await cleared('--variable', 'bar'), 'limits taken back in network north: 1\n');
    assert.equal(await cleared('--station', 'b'), 'limits taken back in network north: 0\n');
    assert.equal(await cleared('--all'), 'limits taken back in network north: 2\n');
    assert.equal((await limits('list')).out.split('\n').at(-2), 'nothing is set');
  });

  it('sets nothing where a row is wrong, and says of each what would be right', async () => {
    const path = file('wrong.csv', `${HEADER}\na,temp_out,-40,,,\nz,temp_out,-40,,,\na,bar,900,600,,\n`);
    const { code, err } = await limits('import', path, '--network', 'north');
    assert.equal(code, 3);
    assert.match(err, /wrong\.csv:3: station_id is 'z', should be one of the network's stations such as 'a', 'b'/);
    assert.match(err, /wrong\.csv:4: 'fail_low' is 900, should be below 'fail_high' \(600\)/);
    assert.equal((await listed()).set.length, 0);
  });

  it('says what would be right', async () => {
    const path = file('good.csv', `${HEADER}\n,temp_out,-40,,,\n`);
    for (const [argv, says] of [
      [['import', path], 'there are several networks, name one by --network: north, south'],
      [['import', path, '--network', 'west'], "there is no network 'west'; there is north, south"],
      [['import', path, '--network', 'a/b'], '--network is '],
      [['list', '--station', 'z'], "a station 'z'"],
      [['list', '--network', 'west'], "there is no network 'west'"],
      [['clear', '--variable', 'snow'], "--variable is 'snow', should be one of temp_out"],
      [['clear', '--all', '--station', 'a'], '--all and --station exclude each other'],
    ] as const) {
      const { code, err } = await limits(...argv);
      assert.deepEqual([code, err.includes(says)], [3, true], err);
    }
    assert.equal((await limits('import', join(folder, 'none.csv'))).code, 2);
  });
});
