import assert from 'node:assert/strict';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { SILENT } from '../../../schemas/logger.ts';
import type { OpenFaults } from '../../../services/stores/time-series-store.ts';
import { NAMED_NETWORKS, watchFaults } from '../../../services/telemetry/fault-metrics.ts';
import { startTelemetry, type Telemetry } from '../../../services/telemetry/start-telemetry.ts';
import { readPrometheus, sampleOf } from './prometheus-text.ts';

describe('the metric of open faults', () => {
  let telemetry: Telemetry | undefined;
  afterEach(async () => {
    await telemetry?.stop();
    telemetry = undefined;
  });

  it('shows what the store counts, and nothing where it does not answer', async () => {
    telemetry = await startTelemetry(readConfiguration({}), SILENT);
    const read = async () => readPrometheus((await telemetry?.metrics()) ?? '');
    let counted: Promise<OpenFaults[]> = Promise.resolve([
      { network: 'north', kind: 'level', count: 2 },
      { network: 'north', kind: 'stuck', count: 0 },
    ]);
    const end = watchFaults({ openFaults: () => counted });
    const families = await read();
    assert.equal(sampleOf(families, 'halcyon_faults_open', { kind: 'level', network: 'north' }), 2);
    assert.equal(sampleOf(families, 'halcyon_faults_open', { kind: 'stuck', network: 'north' }), 0);
    // Every network has one fault more than the one before.
    counted = Promise.resolve(
      Array.from({ length: NAMED_NETWORKS + 2 }, (_, k) => ({ network: `n${k}`, kind: 'level', count: k + 1 })),
    );
    const bounded = (await read()).get('halcyon_faults_open')?.samples ?? [];
    assert.equal(bounded.length, NAMED_NETWORKS + 1);
    assert.deepEqual(
      bounded.filter(({ labels }) => !('network' in labels)).map(({ value }) => value),
      [1 + 2],
    );
    counted = Promise.reject(new Error('the store is away'));
    assert.equal((await read()).get('halcyon_faults_open'), undefined);
    end();
  });
});
