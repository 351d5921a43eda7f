import assert from 'node:assert/strict';
import { DISTANCE_WEIGHTS, PEARSON_WEIGHTS } from '../../../detectors/evidence/learnt-weights.ts';
import { classOf, hinderedBy, newAdds, QUESTIONS, questionKind, weigh } from '../../../detectors/evidence/weighing.ts';

/** Twelve neighbours, and nothing that limits the classes. */
const AROUND = {
  ...{ compared: 12, nearestKm: 5, explained: 0, explainedBy: 0, lively: true, slight: false, large: false },
  ...{ hindsight: 1, together: 0, outflow: false, shower: false, hourly: false },
} as const;

describe('weighing of evidence', () => {
  it('adds the terms by their weights, between at once and settled by the hindsight', () => {
    const weights = { size: [1, 3], stir: [-2, -1] } as const;
    const terms = { size: 2, stir: 0.5 };
    const adds = newAdds(weights);
    assert.equal(weigh(terms, weights, 0, adds), 1);
    assert.equal(weigh(terms, weights, 1, adds), 5.5);
    weigh(terms, weights, 0.5, adds);
    assert.deepEqual(adds, { size: 4, stir: -0.75 });
  });

  it('asks more of one or two neighbours', () => {
    assert.deepEqual(
      [0.3, 0.1, -0.5, -1.1].map((odds) => classOf(odds, AROUND)),
      ['device_failure', 'suspected', 'suspected', 'weather_event'],
    );
    assert.deepEqual(
      [0.8, -1.1].map((odds) => classOf(odds, { ...AROUND, compared: 2 })),
      ['suspected', 'suspected'],
    );
    assert.deepEqual(
      [1, -2].map((odds) => classOf(odds, { ...AROUND, compared: 1 })),
      ['device_failure', 'weather_event'],
    );
  });

  it('asks much more of neighbours that are all far, but not of the trees of hourly stations, which know how far', () => {
    const classes = (around: object) => [1.9, 2.3, -2, -3.1].map((odds) => classOf(odds, { ...AROUND, ...around }));
    const near = ['device_failure', 'device_failure', 'weather_event', 'weather_event'];
    assert.deepEqual(classes({ nearestKm: 60 }), near);
    assert.deepEqual(classes({ nearestKm: 61 }), ['suspected', 'device_failure', 'suspected', 'weather_event']);
    assert.deepEqual(classes({ nearestKm: 61, hourly: true }), near);
  });

  it('asks more at once than settled, and as much of hourly stations by their trees at any time', () => {
    const classes = (around: object) => [0.3, 0.5, 0.8].map((odds) => classOf(odds, { ...AROUND, ...around }));
    assert.deepEqual(classes({ hindsight: 0 }), ['suspected', 'device_failure', 'device_failure']);
    assert.deepEqual(classes({ hindsight: 0.5 }), ['suspected', 'device_failure', 'device_failure']);
    assert.deepEqual(classes({ hindsight: 1 }), ['device_failure', 'device_failure', 'device_failure']);
    for (const hindsight of [0, 1]) {
      assert.deepEqual(classes({ hindsight, hourly: true }), ['suspected', 'suspected', 'device_failure']);
    }
  });

  it('says what hinders a failure only where the sum would make it one', () => {
    const explained = { ...AROUND, explained: 0.75 };
    assert.deepEqual(
      [0.1, 0.3].map((odds) => hinderedBy(odds, explained)),
      [null, 'explained'],
    );
    assert.equal(hinderedBy(0.3, AROUND), null);
  });

  it('names no failure of a large departure that half of three neighbours or more made too, but of hourly stations', () => {
    for (const half of [{ explained: 0.5 }, { explainedBy: 0.5 }]) {
      assert.equal(classOf(3, { ...AROUND, ...half }), 'device_failure', 'a small one');
      assert.equal(classOf(3, { ...AROUND, ...half, large: true }), 'suspected');
      assert.equal(classOf(3, { ...AROUND, ...half, large: true, hourly: true }), 'device_failure');
      assert.equal(classOf(3, { ...AROUND, ...half, large: true, compared: 2 }), 'device_failure', 'one of two');
    }
  });

  it('asks more of what departs by less than the floor', () => {
    assert.deepEqual(
      [1.9, 2.1].map((odds) => classOf(odds, { ...AROUND, slight: true })),
      ['suspected', 'device_failure'],
    );
  });

  it('calls nothing a failure that most neighbours explain, nor weather where nothing goes on', () => {
    assert.equal(classOf(3, { ...AROUND, explained: 0.75 }), 'suspected');
    assert.equal(classOf(3, { ...AROUND, explainedBy: 0.75 }), 'suspected', 'the nearest is stuck');
    assert.equal(classOf(-3, { ...AROUND, lively: false }), 'suspected');
  });

  it('calls nothing a failure that one of the nearest went through too, in three other variables', () => {
    assert.equal(classOf(3, { ...AROUND, together: 2 }), 'device_failure');
    assert.equal(classOf(3, { ...AROUND, together: 3 }), 'suspected');
    assert.equal(classOf(-2, { ...AROUND, together: 3 }), 'weather_event');
  });

  it('waits for the neighbours where the station tells of an outflow, and goes by the evidence when they had their hour', () => {
    assert.deepEqual(
      [0, 0.5, 1].map((hindsight) => classOf(3, { ...AROUND, outflow: true, hindsight })),
      ['suspected', 'suspected', 'device_failure'],
    );
  });

  it('tells what departs by less than the floor from a forecast, not from a middle', () => {
    assert.equal(questionKind(false, false), 'next');
    assert.equal(questionKind(false, true), 'slight');
    assert.equal(questionKind(true, true), 'middle');
  });

  it('never lets what goes on around speak for a failure, nor size against one', () => {
    for (const kind of QUESTIONS) {
      for (const table of [PEARSON_WEIGHTS[kind], DISTANCE_WEIGHTS[kind]] as Record<string, readonly number[]>[]) {
        for (const term of [
          'explained',
          'stir',
          'stir_others',
          'wet',
          'wet_rain',
          'companions',
          'alike',
          'following',
          'nearest',
          'along',
        ]) {
          for (const weight of table[term] ?? []) assert.ok(weight <= 0, `${kind} ${term}: ${weight}`);
        }
        for (const term of ['size', 'size_rain', 'left', 'away', 'returned', 'apart']) {
          for (const weight of table[term] ?? []) assert.ok(weight >= 0, `${kind} ${term}: ${weight}`);
        }
      }
    }
  });
});
