import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { packageFile } from '../../schemas/package-root.ts';
import { RunsSideBySide } from './runs-side-by-side.ts';

/** What a process of its own writes that has replaced something. */
function written(source: string): string {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', source];
  return execFileSync(process.execPath, args, { cwd: packageFile(), encoding: 'utf8' });
}

describe('a run of the quality harness', () => {
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
      const { TypicalSteps } = await import('./detectors/baselines/typical-steps.ts');
      const { DOCUMENTED_SPREADS } = await import('./detectors/baselines/documented-floors.ts');
      const steps = new TypicalSteps(null, null);
      console.log(JSON.stringify([repeatedBefore.toString(), steps.spread(0, 1, 0) === DOCUMENTED_SPREADS[1]]));`;
    assert.deepEqual(JSON.parse(written(source)), ['function repeatedBefore() { return 0; }', true]);
  });

  it('can weigh evidence by other forests', () => {
    const source = `
      const { replaceForests } = await import('./test/quality/replaced-parts.ts');
      const { FORESTS } = await import('./detectors/evidence/learnt-forests.ts');
      const { distance } = FORESTS;
      replaceForests({ pearson: { atOnce: { base: 7, trees: [] }, settled: { base: 8, trees: ['1'] } } });
      console.log(JSON.stringify([FORESTS.pearson.atOnce.base, [...FORESTS.pearson.settled.value], FORESTS.distance === distance]));`;
    assert.deepEqual(JSON.parse(written(source)), [7, [1], true]);
  });

  it('does not take a module for replaced that is not there', () => {
    const source = `
      const { replaceModule } = await import('./test/quality/replaced-parts.ts');
      try { replaceModule('detectors/gone.ts', ''); } catch (error) { console.log(error.message); }`;
    assert.equal(written(source), 'detectors/gone.ts is not there to be replaced\n');
  });
});
