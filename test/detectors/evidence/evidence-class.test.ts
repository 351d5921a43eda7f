import assert from 'node:assert/strict';
import { type Circumstances, classOf } from '../../../detectors/evidence/evidence-class.ts';

/** Twelve neighbours, and nothing that limits the classes. */
const AROUND: Circumstances = { compared: 12, lively: true, hourly: false, hindsight: 1 };

describe('classes of weighed evidence', () => {
  const classes = (around: Partial<Circumstances>, odds: readonly number[]) =>
    odds.map((logOdds) => classOf(logOdds, { ...AROUND, ...around }));

  it('are a failure above the upper limit, weather below the lower, and suspected between', () => {
    assert.deepEqual(classes({}, [0.8, 0.6, -0.9, -1.1]), [
      ...['device_failure', 'suspected', 'suspected', 'weather_event'],
    ]);
  });

  it('ask more of one or two neighbours', () => {
    assert.deepEqual(classes({ compared: 2 }, [1.5, 1.3, -1.6, -1.8]), [
      ...['device_failure', 'suspected', 'suspected', 'weather_event'],
    ]);
    assert.deepEqual(classes({ compared: 3 }, [1.3, -1.6]), ['device_failure', 'weather_event']);
  });

  it('ask more at once of a station that reports often, where a front may have come first', () => {
    assert.deepEqual(
      [0, 0.5, 1].map((hindsight) => classes({ hindsight }, [1, 1.2, 1.6])),
      [
        ['suspected', 'suspected', 'device_failure'],
        ['suspected', 'device_failure', 'device_failure'],
        ['device_failure', 'device_failure', 'device_failure'],
      ],
    );
    assert.deepEqual(classes({ hindsight: 0, hourly: true }, [0.8]), ['device_failure']);
  });

  it('are never weather where nothing goes on around', () => {
    assert.deepEqual(classes({ lively: false }, [-3, 3]), ['suspected', 'device_failure']);
  });
});
