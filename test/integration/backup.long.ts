import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MANIFEST } from '../../services/backup/backup-manifest.ts';
import { datasetRequest } from '../services/datasets/request-graphs.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { type Done, RunningSystem } from './running-system.ts';

const STATIONS = 3;
const DATASET = '5f0c1c9e-3a45-4f3c-9d76-0f5f8a1e7a11';
const LOADED = '5f0c1c9e-3a45-4f3c-9d76-0f5f8a1e7a12';
const PATTERN = {
  nodes: [{ id: 'kept', labels: ['Analytical_Pattern'], properties: { half: 0.5, big: 1234567, none: null } }],
  edges: [],
};

describe('back-up and restore', () => {
  const files = temporaryFolder();
  const backup = join(files, 'backup');
  let system: RunningSystem;
  let restored: RunningSystem;

  const succeeded = (done: Done) => {
    assert.equal(done.code, 0, done.err);
    return done.out;
  };
  const refused = (done: Done, code: number, words: RegExp) => {
    assert.equal(done.code, code, done.out + done.err);
    assert.match(done.err, words);
  };
  async function upload(id: string, text: string): Promise<void> {
    const form = new FormData();
    form.append('file', new Blob([text]), 'a.csv');
    form.append('file_name', 'a.csv');
    form.append('dataset_id', id);
    const answer = await fetch(`${system.url}/dmm/api/v1/data-workflow`, { method: 'POST', body: form });
    assert.equal(answer.status, 200, await answer.text());
  }

  before(async () => {
    system = await new RunningSystem(await freshDataFolder(), timeAt(46) + 1000).start();
    await system.send('POST', '/api/v1/stations?network=north', calmStations(STATIONS));
    await system.pushJudged('north', calmReports(STATIONS, 0, 24, { 's1@16': 15 }));
    await system.send('POST', '/api/v1/aps/', PATTERN);
    for (const id of [DATASET, LOADED]) {
      await upload(id, `a,b\n1,${id}\n`);
      await system.send('POST', '/dmm/api/v1/dataset/register', datasetRequest('register', { id }));
    }
    await system.send('PUT', '/dmm/api/v1/dataset/load', datasetRequest('load', { id: LOADED }));
    succeeded(await system.halcyon('identity', 'user', 'list'));
  });
  after(async () => {
    await system?.stop();
    await restored?.stop();
    assert.deepEqual(system.failures, []);
  });

  it('is taken while the system works, and restored into an empty folder', async () => {
    const load = (async () => {
      for (let k = 25; k <= 45; k++) await system.push('north', calmReports(STATIONS, k, k));
    })();
    const before = await system.observations('north', '&flags=false');
    const out = succeeded(await system.halcyon('backup', backup));
    await load;
    assert.match(out, /^backed up into .*: 3 stations, \d+ observations, \d+ versions of anomalies, \d+ rows of the/);
    assert.equal(statSync(backup).mode & 0o777, 0o700);
    const settled = () => system.anomalies('north', '&state=settled');
    await until('the first fault is settled', async () => (await settled()).length > 0);
    const anomalies = await settled();
    await system.stop();

    restored = new RunningSystem(await freshDataFolder(), timeAt(46) + 1000);
    assert.match(succeeded(await restored.halcyon('restore', backup)), /^restored what was acknowledged before 2/);
    await restored.start();
    const after = new Map(
      (await restored.observations('north', '&flags=false')).map((one) => [`${one.station_id} ${one.timestamp}`, one]),
    );
    for (const one of before) assert.deepEqual(after.get(`${one.station_id} ${one.timestamp}`), one);
    // What was open is judged again, and what comes now is judged by the windows of what was restored.
    await restored.pushJudged('north', calmReports(STATIONS, 25, 46, { 's0@46': 15 }));
    await until('a new fault is found', async () => (await restored.anomalies('north', '&station=s0')).length > 0);
    const ids = new Set((await restored.anomalies('north')).map(({ anomaly_id }) => anomaly_id));
    for (const { anomaly_id } of anomalies) assert.ok(ids.has(anomaly_id), anomaly_id);
    assert.deepEqual(await restored.get('/api/v1/aps/kept'), PATTERN);
    for (const id of [DATASET, LOADED]) {
      const answer = await fetch(`${restored.url}/dmm/api/v1/dataset/${id}/file/a.csv`);
      assert.equal(await answer.text(), `a,b\n1,${id}\n`);
    }
    assert.deepEqual(restored.failures, []);
    const key = (folder: string) => readFileSync(join(folder, 'identity.key'), 'utf8');
    assert.equal(key(restored.folder), key(system.folder), 'what the old key has sealed can be opened');
  });

  it('is taken of a folder that no system runs on, and is the same', async () => {
    const rest = join(files, 'rest');
    assert.match(succeeded(await system.halcyon('backup', rest)), /^backed up into/);
    const rows = (folder: string) =>
      gunzipSync(readFileSync(join(folder, 'time-series', 'stations.tsv.gz')))
        .toString()
        .split('\n')
        .sort();
    assert.deepEqual(rows(rest), rows(backup));
  });

  it('is neither taken into a folder that holds something nor restored where a system runs', async () => {
    refused(await system.halcyon('backup', backup), 1, /holds a back-up already; name an empty folder/);
    refused(await restored.halcyon('restore', backup), 2, /a system runs on .*; stop it/);
    const full = join(files, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'notes'), '');
    refused(await system.halcyon('backup', full), 1, /full holds notes already; name an empty folder/);
  });

  it('names no folder where it is given an empty name, as of a variable that is not set, or one that is not there', async () => {
    refused(await system.halcyon('backup', ''), 3, /the folder is '', should be an empty folder or one that is not/);
    refused(await system.halcyon('restore', ' '), 3, /the folder is ' ', should be the folder of a back-up/);
    refused(await system.halcyon('restore', join(files, 'no')), 2, /There is no folder .*no; name that of a back-up/);
  });

  it('is refused where it is damaged, not whole or of a newer version, before anything is made', async () => {
    const target = new RunningSystem(join(files, 'nowhere'), timeAt(46));
    const damaged = join(backup, 'time-series', 'observations.tsv.gz');
    const sound = readFileSync(damaged);
    appendFileSync(damaged, 'x');
    refused(await target.halcyon('restore', backup), 2, /damaged: time-series\/observations.tsv.gz: it has \d+ bytes/);
    writeFileSync(damaged, sound.with(sound.length - 20, sound[sound.length - 20] ^ 1));
    refused(await target.halcyon('restore', backup), 2, /observations.tsv.gz: its SHA-256 is another/);
    rmSync(damaged);
    refused(await target.halcyon('restore', backup), 2, /observations.tsv.gz: it is missing/);
    writeFileSync(damaged, sound);

    const manifest = readFileSync(join(backup, MANIFEST), 'utf8');
    const said = JSON.parse(manifest) as { format: number; time_series: { steps: object[] } };
    const rewrite = (changed: object) => writeFileSync(join(backup, MANIFEST), JSON.stringify(changed));
    rewrite({ ...said, format: 2 });
    refused(await target.halcyon('restore', backup), 2, /newer version of Halcyon: it has form 2/);
    rewrite({
      ...said,
      time_series: { ...said.time_series, steps: [...said.time_series.steps, { number: 900, digest: 'x' }] },
    });
    refused(await target.halcyon('restore', backup), 2, /newer version of Halcyon \(step 900/);
    rewrite({ ...said, time_series: 1 });
    refused(await target.halcyon('restore', backup), 2, /manifest.json is not as a back-up writes it: see time_series/);
    writeFileSync(join(backup, MANIFEST), manifest);
    renameSync(join(backup, MANIFEST), join(backup, 'x'));
    refused(await target.halcyon('restore', backup), 2, /no whole back-up: it has no manifest.json/);
    renameSync(join(backup, 'x'), join(backup, MANIFEST));
    assert.ok(!existsSync(target.folder), 'nothing was made');
  });
});
