import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { recordedIo } from './recorded-io.ts';

describe('halcyon station import', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-stations-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  // It printed 2 stations registered for one station, which was where the last row has it.
  it('refuses a file that names a station twice, with both places', async () => {
    for (const [name, text, said] of [
      [
        'list.csv',
        'station_id,latitude,longitude\na,51,4\nb,51,5\na,10,10\n',
        "list.csv:4: station 'a' is already named by list.csv:2, should be named once",
      ],
      [
        'list.json',
        '[{"id": "a", "latitude": 51, "longitude": 4}, {"id": "a", "latitude": 10, "longitude": 10}]',
        "list.json, station 2: station 'a' is already named by list.json, station 1, should be named once",
      ],
    ] as const) {
      const path = join(folder, name);
      writeFileSync(path, text);
      const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'data') } });
      assert.equal(await runInFrame(halcyonCommand, ['station', 'import', path], io), 3);
      assert.deepEqual([io.err(), io.out()], [`error: ${said}\n`, '']);
    }
  });

  // It made a network `default` beside, with one more station of the same id.
  it('registers a station without a network in the only network that has it', async () => {
    const path = join(folder, 'one.csv');
    writeFileSync(path, 'station_id,latitude,longitude\nu6,51,4\n');
    const environment = { HALCYON_DATA: join(folder, 'store') };
    const run = async (...given: string[]) => {
      const io = recordedIo({ environment });
      assert.equal(await runInFrame(halcyonCommand, given, io), 0, io.err());
      return io.out();
    };
    await run('station', 'import', path, '--network', 'uni');
    await run('station', 'import', path);
    const { stations } = JSON.parse(await run('station', 'list', '--json'));
    assert.deepEqual(
      stations.map((one: { network: string; station_id: string }) => [one.network, one.station_id]),
      [['uni', 'u6']],
    );
  });
});
