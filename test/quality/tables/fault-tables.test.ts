import assert from 'node:assert/strict';
import { madeFaultScores } from '../made-fault-scores.ts';
import { FAULTS_ROWS, VALUES_ROWS } from './fault-tables.ts';
import { figureLine } from './figure-line.ts';

describe('the lines of the tables of values and faults', () => {
  it('say how many values are rightly called wrong, beside the goal', () => {
    const run = { last: madeFaultScores({ f1: 0.96 }), first: madeFaultScores({ f1: 0.89 }) };
    assert.deepEqual(figureLine(VALUES_ROWS[0], [run]), [
      ...['mixed: F1 of values', '0.960', '0.890', '>= 0.96 / 0.9', 'yes / no'],
    ]);
  });

  it('hold a goal that has one number against the settled verdicts', () => {
    const of = (false_per_station_week: number) => madeFaultScores({}, { false_per_station_week });
    const row = FAULTS_ROWS.find(({ set }) => set === 'clean');
    assert.ok(row !== undefined);
    const line = figureLine(row, [{ last: of(0.2), first: of(0.05) }]);
    assert.deepEqual(line, ['clean: false faults a station-week', '0.20', '0.05', '<= 0.1', 'no']);
  });
});
