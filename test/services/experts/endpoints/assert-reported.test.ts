import assert from 'node:assert/strict';
import { assertReported } from '../../../../services/experts/endpoints/assert-reported.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { NOON, someObservation } from '../../api/some-records.ts';

const HOUR = 3_600_000;

describe('a stretch that people speak of', () => {
  const fake = new FakeParts();
  const { store } = fake.parts();
  const reported = {
    search: store.search,
    observations: async ({ from = 0, to = Number.POSITIVE_INFINITY }) => ({
      items: fake.observations.filter(({ observation: { time } }) => time >= from && time <= to),
      next: null,
    }),
  };
  const { network, station } = someObservation().observation;
  const assertIt = (start: number, end: number | null) => assertReported(reported, { network, station, start, end });
  beforeEach(() => {
    fake.observations = [0, 1, 5].map((hours) => someObservation({ time: NOON + hours * HOUR }));
  });

  it('has a report in it, or continues', async () => {
    await assertIt(NOON, NOON);
    await assertIt(NOON + 0.5 * HOUR, NOON + HOUR);
    await assertIt(NOON + 6 * HOUR, null);
  });

  it('is refused between two reports, before the first and after the last, with the times of these', async () => {
    const says = (msg: RegExp) => ({ code: 'invalid_parameter', message: msg });
    const has = 'has reports from 2026-03-01T12:00:00Z to 2026-03-01T17:00:00Z$';
    const none = new RegExp(`^there should be a report from .* to .*; station 'a' ${has}`);
    await assert.rejects(assertIt(NOON + 2 * HOUR, NOON + 4 * HOUR), says(none));
    await assert.rejects(assertIt(NOON + 6 * HOUR, NOON + 7 * HOUR), says(none));
    await assert.rejects(assertIt(NOON - 1, null), says(new RegExp(`^'start' should not be before .*'a' ${has}`)));
  });
});
