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
      const { repeatedBefore } = await import('./detectors/spatial/resumption.ts');
      const { BaselineBook, DOCUMENTED_SPREADS } = await import('./detectors/baselines/baseline-book.ts');
      const book = new BaselineBook('n', 1, null);
      console.log(JSON.stringify([repeatedBefore.toString(), book.spread(0, 1, 0) === DOCUMENTED_SPREADS[1]]));`;
    assert.deepEqual(JSON.parse(written(source)), ['function repeatedBefore() { return 0; }', true]);
  });

  it('can weigh by other weights', () => {
    const source = `
      const { replaceWeights } = await import('./test/quality/replaced-parts.ts');
      replaceWeights('distance', { next: { size: [7, 8] } });
      const { DISTANCE_WEIGHTS, PEARSON_WEIGHTS } = await import('./detectors/spatial/learnt-weights.ts');
      console.log(JSON.stringify([DISTANCE_WEIGHTS.next, PEARSON_WEIGHTS.next.size[0] === 7]));`;
    assert.deepEqual(JSON.parse(written(source)), [{ size: [7, 8] }, false]);
  });

  it('can weigh terms that are added to the evidence', () => {
    const source = `
      const { addTerms } = await import('./test/quality/replaced-parts.ts');
      const add = 'export function add(...given) { given[6].terms.more = given[4]; }';
      addTerms(new URL('data:text/javascript,' + encodeURIComponent(add)), 'add');
      const { commonTerms, newCommonEvidence, newCompared, NO_TERMS } = await import('./detectors/spatial/evidence-terms.ts');
      const windows = { value: () => NaN, stretch: () => {}, newest: () => 0, reported: () => false };
      const question = { windows, station: 0, slot: 0, variable: 'bar', floors: [1, 1, 1, 1, 1], spreads: [1, 1, 1, 1, 1] };
      const into = newCommonEvidence({ ...NO_TERMS });
      commonTerms(question, newCompared(), 0, 2, 0.5, { jump: 0, cadence: 1, before: 0, after: 0.25 }, into);
      console.log(JSON.stringify([into.terms.after, into.terms.more]));`;
    assert.deepEqual(JSON.parse(written(source)), [0.25, 0.5]);
  });

  it('does not take a module for replaced that is not there', () => {
    const source = `
      const { replaceModule } = await import('./test/quality/replaced-parts.ts');
      try { replaceModule('detectors/gone.ts', ''); } catch (error) { console.log(error.message); }`;
    assert.equal(written(source), 'detectors/gone.ts is not there to be replaced\n');
  });
});
