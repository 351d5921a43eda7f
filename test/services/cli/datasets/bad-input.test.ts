import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoredNetworks } from '../../../../services/datasets/networks/dataset-networks.ts';
import { networkId } from '../../../../services/datasets/networks/network-graph.ts';
import { load } from '../../../../services/datasets/operations/load.ts';
import { ONE_ROW } from '../../datasets/dataset-fixture.ts';
import { FakeStore } from '../../datasets/networks/fake-store.ts';
import { datasetRequest } from '../../datasets/request-graphs.ts';
import { observation, START } from '../../stores/records.ts';
import { RunningDatasets } from './running-datasets.ts';

interface BadInput {
  /** What follows `halcyon dataset`; `{loaded}` and the like stand for ids and the folder of the test. */
  readonly arguments: readonly string[];
  readonly exit: number;
  /** What must stand on standard error. */
  readonly says: string;
}

const CASES = JSON.parse(readFileSync(new URL('bad-input.json', import.meta.url), 'utf8')) as readonly BadInput[];

describe('halcyon dataset and bad input', () => {
  const datasets = new RunningDatasets({ HALCYON_UPLOAD_LIMIT: '1MiB' });
  const store = new FakeStore();
  const places: Readonly<Record<string, string>> = {
    folder: datasets.folder,
    new: randomUUID(),
    staged: randomUUID(),
    loaded: randomUUID(),
    empty: randomUUID(),
    network: networkId('north'),
  };
  const placed = (text: string) => text.replace(/(?<!\{)\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
  let lying: readonly string[];

  before(async () => {
    store.names = ['north'];
    store.observations = [observation('north', 'a', START)];
    const networks = new StoredNetworks(store.sources(), Date.now);
    await datasets.start(ONE_ROW, { networks });
    const { fixture } = datasets;
    await fixture.stage(places['staged'], { 'a.csv': 'x\n1\n' });
    await fixture.stage(places['empty'], {});
    await fixture.stage(places['loaded'], { 'a.csv': 'x\n1\n', 'b.csv': 'x\n2\n' });
    await load(fixture.parts, datasetRequest('load', { id: places['loaded'] }), null);
    mkdirSync(join(datasets.folder, 'more'));
    for (const name of ['good.csv', 'more/good.csv', 'back\\slash.csv']) datasets.file(name, 'x\n1\n');
    datasets.file('large.csv', new Uint8Array(3 * 2 ** 20));
    datasets.file('vast.json', JSON.stringify({ nodes: [], edges: [], more: ' '.repeat(16 * 2 ** 20) }));
    datasets.file('empty.json', '{}');
    datasets.file('load.json', JSON.stringify(datasetRequest('load')));
    lying = datasets.lying();
  });
  after(() => datasets.stop());

  for (const { arguments: argv, exit, says } of CASES) {
    it(`${JSON.stringify(argv.join(' '))} ends with ${exit}: ${says}`, async () => {
      const { code, out, err } = await datasets.halcyon(...argv.map(placed));
      assert.equal(code, exit, err);
      assert.ok(err.includes(placed(says)), err);
      assert.equal(out, '');
      for (const line of err.trimEnd().split('\n')) assert.match(line, /^error: /);
    });
  }

  it('has left nothing', async () => {
    assert.deepEqual(await datasets.lyingAfter(lying), lying);
  });

  it('names every file that cannot be uploaded before anything is sent', async () => {
    const good = join(datasets.folder, 'good.csv');
    const { code, err } = await datasets.halcyon('upload', good, '-', '/', `${datasets.folder}/none`, '--dataset', '');
    assert.equal(code, 3);
    assert.equal(err.trimEnd().split('\n').length, 4, err);
    assert.deepEqual(datasets.lying(), lying);
  });
});
