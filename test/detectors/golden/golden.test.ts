import assert from 'node:assert/strict';
import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import { CaseSource } from './case-source.ts';
import { CASES, holds, inLine, judged, named } from './judged-cases.ts';

for (const method of SPATIAL_METHODS.keys()) {
  describe(`golden cases, verified by ${method}`, () => {
    for (const { name, golden } of CASES) {
      if ((golden.configuration.spatialMethod ?? method) !== method) continue;
      it(`${name}: ${golden.title}`, async () => {
        const stations = (await new CaseSource(golden).stations()).map(({ id }) => id);
        const settled = await judged(golden, method, 'last');
        const atOnce = golden.expect.some((one) => one.verdicts === 'first')
          ? await judged(golden, method, 'first')
          : [];
        for (const expectation of golden.expect) {
          const unknown =
            expectation.stations === 'all' ? [] : expectation.stations.filter((id) => !stations.includes(id));
          assert.deepEqual(unknown, [], 'stations that the case does not have');
          holds(expectation, expectation.verdicts === 'first' ? atOnce : settled, stations);
        }
        const elsewhere = settled.filter((anomaly) => !golden.expect.some((one) => named(one, anomaly)));
        const wrong = elsewhere.filter(
          ({ classification }) => golden.elsewhere === 'nothing' || classification === 'device_failure',
        );
        assert.deepEqual(wrong.map(inLine), []);
      });
    }
  });
}
