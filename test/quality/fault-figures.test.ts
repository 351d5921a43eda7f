import assert from 'node:assert/strict';
import {
  faultsFound,
  limitOff,
  ofValues,
  returnCalledWrong,
  rightCalledWrong,
  weatherCalledWrong,
} from './fault-figures.ts';
import { madeFaultScores } from './made-fault-scores.ts';

describe('the figures of faults', () => {
  const by_kind = {
    drift: { injected: 9, found: 0 },
    'noise medium': { injected: 3, found: 3, start_off_hours: 0, end_off_hours: 0.5 },
    'step large': { injected: 4, found: 2, start_off_hours: 2, end_off_hours: 1 },
    'step small': { injected: 2, found: 0 },
    'step tiny': { injected: 7, found: 1, start_off_hours: 9, end_off_hours: 9 },
    stuck: { injected: 1, found: 1, start_off_hours: 3, end_off_hours: 0 },
  };

  it('are shares of the values that each concerns', () => {
    const scores = madeFaultScores({ right: 2000, alarms: 1, ends: 50, returns: 3, weather: 400, weather_called: 1 });
    assert.equal(rightCalledWrong(scores), 0.05);
    assert.equal(returnCalledWrong(scores), 6);
    assert.equal(weatherCalledWrong(scores), 0.25);
  });

  it('count the faults that are found, without tiny and slow ones', () => {
    assert.equal(faultsFound(madeFaultScores({}, { by_kind })), 60);
  });

  it('take the median of the limits over the found faults of all kinds', () => {
    const scores = madeFaultScores({}, { by_kind });
    assert.equal(limitOff('start_off_hours')(scores), 2);
    assert.equal(limitOff('end_off_hours')(scores), 0.5);
  });

  it('have none where there is nothing to count', () => {
    const scores = madeFaultScores({ wrong: 0, f1: 0, ends: 0, weather: 0 });
    assert.equal(ofValues('f1')(scores), null);
    assert.equal(returnCalledWrong(scores), null);
    assert.equal(weatherCalledWrong(scores), null);
    assert.equal(faultsFound(scores), null);
    assert.equal(limitOff('start_off_hours')(scores), null);
  });
});
