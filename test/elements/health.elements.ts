import assert from 'node:assert/strict';
import { checkHealth } from '../../detectors/health/health-check.ts';
import { byVariable, type Variable } from '../../schemas/variables.ts';
import { calmDay } from '../services/detection/memory-source.ts';

const DEW = 'dew_point' as Variable;

describe('the health check of an element beyond the five', () => {
  it('tells how many of its values others of their reports contradict', async () => {
    const source = calmDay((values, number, back) => {
      for (const [variable, value] of Object.entries(byVariable(() => null))) values[variable as Variable] ??= value;
      values[DEW] = number === 1 && back < 5 ? (values.temp_out ?? 0) + 4 : 2 + ((number + back) % 3) / 10;
    });
    const [network] = await source.networks();
    const { last: end } = (await source.extent(network)) ?? { last: 0 };
    const signal = new AbortController().signal;
    const { stations } = await checkHealth(source, { network, end, days: 1, station: null, variables: [DEW], signal });
    const told = stations.map(({ findings: { variables } }) =>
      variables.get(DEW)?.issues.find(({ kind }) => kind === 'contradiction'),
    );
    assert.equal(told.filter((issue) => issue !== undefined).length, 1);
    assert.match(
      told.find((issue) => issue !== undefined)?.text ?? '',
      /^5 of \d+ values contradict others of the same report$/,
    );
  });
});
