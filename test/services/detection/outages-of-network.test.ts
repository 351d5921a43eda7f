import assert from 'node:assert/strict';
import { HalcyonError } from '../../../schemas/errors.ts';
import { LONGEST_STRETCH_DAYS, outagesOfNetwork } from '../../../services/detection/outages-of-network.ts';
import { END } from './made-up-result.ts';
import { calmDay } from './memory-source.ts';

const DAY_MS = 86_400_000;
const { signal } = new AbortController();

async function refused(asked: { network?: string; from?: number; to?: number }): Promise<HalcyonError> {
  const request = { network: null, ...asked };
  const error = await outagesOfNetwork(calmDay(), request, END, signal).then(
    () => assert.fail('should have been refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof HalcyonError, String(error));
  return error;
}

describe('outages of a network', () => {
  it('are sought in the last day where no stretch is named, in the only network there is', async () => {
    const { network, from, to, outages } = await outagesOfNetwork(calmDay(), { network: null }, END, signal);
    assert.deepEqual([network, from, to, outages], ['alps', END - DAY_MS, END, []]);
  });

  it('are not sought ahead of the clock: what nobody could have reported is not missing', async () => {
    const ahead = await outagesOfNetwork(calmDay(), { network: 'alps', to: END + DAY_MS }, END, signal);
    assert.deepEqual([ahead.to, ahead.outages], [END, []]);
    const later = await outagesOfNetwork(calmDay(), { network: 'alps', to: END + 7_200_000 }, END + 7_200_000, signal);
    assert.deepEqual(
      later.outages.map(({ kind, scope, start, end }) => [kind, scope, start, end]),
      [['missing', 'network', END + 600_000, null]],
    );
  });

  it('are refused in a stretch that is too long, or ahead, or of a network that is not there', async () => {
    const long = await refused({ from: END - (LONGEST_STRETCH_DAYS + 1) * DAY_MS });
    assert.equal(long.code, 'invalid_parameter');
    assert.deepEqual(long.problems[0]?.loc, ['query', 'from']);
    assert.match(long.message, /32 days before 'to' .*, should be at most 31 days/);
    assert.match((await refused({ from: END + 1000 })).message, /ahead of the clock/);
    const unknown = await refused({ network: 'andes' });
    assert.equal(unknown.code, 'unknown_network');
    assert.deepEqual(unknown.problems[0]?.loc, ['query', 'network']);
  });
});
