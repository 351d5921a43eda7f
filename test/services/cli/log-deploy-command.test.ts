import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { logServers, logServersMissing } from '../../servers/kafka.ts';
import { writeSpikedFolder } from '../detection/spiked-folder.ts';
import { recordedIo } from './recorded-io.ts';

const missing = logServersMissing();

describe(`halcyon log deploy --areas${missing === null ? '' : ` (${missing})`}`, () => {
  let folder: string;
  before(function () {
    if (missing !== null) return this.skip();
    folder = mkdtempSync(join(tmpdir(), 'halcyon-areas-'));
    writeSpikedFolder(join(folder, 'weather'));
  });
  after(() => missing !== null || rmSync(folder, { recursive: true, force: true }));

  const run = async (argv: readonly string[], environment: Record<string, string> = {}) => {
    const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'data'), ...environment } });
    const code = await runInFrame(halcyonCommand, argv, io);
    return { code, out: io.out(), err: io.err() };
  };

  it('makes areas of the stations of the store, once, and of as many as there are partitions', async () => {
    const { settings } = await logServers();
    const onKafka = (partitions: number) => {
      const { brokers, registryUrl, prefix } = settings();
      return {
        KAFKA_BROKERS: brokers.join(),
        SCHEMA_REGISTRY_URL: registryUrl,
        HALCYON_KAFKA_PREFIX: prefix,
        HALCYON_KAFKA_PARTITIONS: String(partitions),
      };
    };
    const deploy = ['log', 'deploy', '--areas'];
    const imported = await run(['import', join(folder, 'weather'), '--network', 'alps']);
    assert.equal(imported.code, 0, imported.err);
    const few = await run(deploy, onKafka(12));
    assert.equal(few.code, 3);
    assert.match(few.err, /the store has \d stations: --areas should be of 12 or more, one for each partition/);
    assert.doesNotMatch(few.out, /topics created/);
    const environment = onKafka(2);
    for (const created of [/^topics created: /m, /^every topic is there$/m]) {
      const { code, out, err } = await run(deploy, environment);
      assert.equal(code, 0, err);
      assert.match(out, created);
      assert.match(out, /^partitions are areas: [2-9] stations have theirs by where they are$/m);
    }
    const hashed = onKafka(2);
    assert.doesNotMatch((await run(['log', 'deploy'], hashed)).out, /areas/);
    const late = await run(deploy, hashed);
    assert.equal(late.code, 3);
    assert.match(late.err, /^error: the log is there already, .* --areas should be of a new log/m);
  });
});
