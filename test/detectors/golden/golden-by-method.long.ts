import assert from 'node:assert/strict';
import { TEMPORAL_METHODS } from '../../../detectors/methods/registry.ts';
import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import { CaseSource } from './case-source.ts';
import { CASES, DEFAULTS, holds, judged } from './judged-cases.ts';

for (const spatialMethod of SPATIAL_METHODS.keys()) {
  describe(`golden cases by every temporal method, verified by ${spatialMethod}`, () => {
    for (const { name, golden } of CASES) {
      if ((golden.configuration.spatialMethod ?? spatialMethod) !== spatialMethod) continue;
      for (const temporalMethod of TEMPORAL_METHODS.keys()) {
        if (temporalMethod === (golden.configuration.temporalMethod ?? DEFAULTS.temporalMethod)) continue;
        const exceptions = golden.exceptions.filter(
          ({ temporal, spatial }) => temporal.includes(temporalMethod) && spatial.includes(spatialMethod),
        );
        it(`${name} by ${temporalMethod}${exceptions.length === 0 ? '' : ', but for its exceptions'}`, async () => {
          const stations = (await new CaseSource(golden).stations()).map(({ id }) => id);
          const settled = await judged(golden, spatialMethod, 'last', { temporalMethod });
          const failed: number[] = [];
          const seen: string[] = [];
          for (const [k, expectation] of golden.expect.entries()) {
            if (expectation.verdicts === 'first') continue;
            try {
              holds(expectation, settled, stations);
            } catch (error) {
              failed.push(k);
              seen.push(String(error));
            }
          }
          const expected = exceptions.flatMap(({ expect }) => expect).sort((a, b) => a - b);
          assert.deepEqual(failed, expected, seen.join('\n'));
        });
      }
    }
  });
}
