import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { packageFile } from '../../schemas/package-root.ts';
import { RunsSideBySide } from './runs-side-by-side.ts';

/** What a process of its own writes that has replaced something. */
function written(source: string): string {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', source];
  return execFileSync(process.execPath, args, { cwd: packageFile(), encoding: 'utf8' });
}

describe('a run of the quality harness', function () {
  this.timeout(30_000);

  it('says why it could not be scored', async () => {
    const options = { harness: '', data: '', segments: '', exclude: '' };
    const run = { options, folder: '/', segments: '', temporalMethod: 'arima', spatialMethod: 'pearson' } as const;
    await assert.rejects(new RunsSideBySide(() => undefined, 1).score(run), /no harness in ''/);
  });

  it('can be without the resumption, and without what baselines have learnt', () => {
    const source = `
      const { leaveOut } = await import('./test/quality/left-out.ts');
      leaveOut('resumption', {});
      leaveOut('baselines', {});
      const { repeatedBefore } = await import('./detectors/exemptions/resumption.ts');
      const { BaselineBook } = await import('./detectors/baselines/baseline-book.ts');
      const { DOCUMENTED_SPREADS } = await import('./detectors/baselines/documented-floors.ts');
      const book = new BaselineBook('n', 1, null);
      console.log(JSON.stringify([repeatedBefore.toString(), book.spread(0, 1, 0) === DOCUMENTED_SPREADS[1]]));`;
    assert.deepEqual(JSON.parse(written(source)), ['function repeatedBefore() { return 0; }', true]);
  });

  it('can weigh by other weights', () => {
    const source = `
      const { replaceWeights } = await import('./test/quality/replaced-parts.ts');
      replaceWeights('distance', { next: { size: [7, 8] } });
      const { DISTANCE_WEIGHTS, PEARSON_WEIGHTS } = await import('./detectors/evidence/learnt-weights.ts');
      console.log(JSON.stringify([DISTANCE_WEIGHTS.next, PEARSON_WEIGHTS.next.size[0] === 7]));`;
    assert.deepEqual(JSON.parse(written(source)), [{ size: [7, 8] }, false]);
  });

  it('can weigh the evidence of hourly stations by other forests', () => {
    const source = `
      const { replaceForests } = await import('./test/quality/replaced-parts.ts');
      replaceForests({ atOnce: { base: 7, trees: [] }, settled: { base: 8, trees: ['1'] } });
      const { HOURLY_FORESTS } = await import('./detectors/evidence/learnt-forests.ts');
      console.log(JSON.stringify([HOURLY_FORESTS.atOnce.base, HOURLY_FORESTS.settled.value]));`;
    assert.deepEqual(JSON.parse(written(source)), [7, [1]]);
  });

  it('does not take a module for replaced that is not there', () => {
    const source = `
      const { replaceModule } = await import('./test/quality/replaced-parts.ts');
      try { replaceModule('detectors/gone.ts', ''); } catch (error) { console.log(error.message); }`;
    assert.equal(written(source), 'detectors/gone.ts is not there to be replaced\n');
  });
});
