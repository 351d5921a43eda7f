import assert from 'node:assert/strict';
import { healthWords, openAt } from '../../../../../services/web/client/station/health-words.ts';
import { readBy } from '../messages/reader.ts';

const FAILURE = { certainty: 'failure' } as const;
const SUSPECTED = { certainty: 'suspected' } as const;
const WEEK = { overall_status: 'healthy', analysis_period_days: 7, judged: true } as const;

describe('what is said of the health of a station', () => {
  beforeEach(() => readBy());

  it('names the period of the health check', () => {
    const titleOf = (days: number) => healthWords({ ...WEEK, analysis_period_days: days }, []).title;
    assert.equal(titleOf(7), 'Health over 7 days');
    assert.equal(titleOf(1), 'Health over 1 day');
    assert.equal(titleOf(0.5), 'Health over 12 hours');
  });

  it('is never healthy alone while a fault is open', () => {
    assert.deepEqual(healthWords(WEEK, [FAILURE]), {
      title: 'Health over 7 days',
      status: 'Healthy; 1 open fault',
      symbol: 'device_failure',
    });
    const { status, symbol } = healthWords(WEEK, [SUSPECTED, SUSPECTED]);
    assert.deepEqual([status, symbol], ['Healthy; 2 open faults', 'suspected']);
  });

  it('keeps the graver of what the check and the faults say', () => {
    const of = (overall_status: 'healthy' | 'warning' | 'critical', faults: Parameters<typeof healthWords>[1]) => {
      const { status, symbol } = healthWords({ ...WEEK, overall_status }, faults);
      return [status, symbol];
    };
    assert.deepEqual(of('healthy', []), ['Healthy', 'good']);
    assert.deepEqual(of('warning', []), ['Warning', 'suspected']);
    assert.deepEqual(of('warning', [FAILURE]), ['Warning; 1 open fault', 'device_failure']);
    assert.deepEqual(of('critical', [SUSPECTED]), ['Critical; 1 open fault', 'device_failure']);
  });

  it('is not healthy where too few readings came to judge', () => {
    const { status, symbol } = healthWords({ ...WEEK, judged: false }, []);
    assert.deepEqual([status, symbol], ['Not judged: that takes 12 readings over 12 hours', 'not_judged']);
    assert.equal(healthWords({ ...WEEK, judged: false, overall_status: 'warning' }, []).status, 'Warning');
  });

  it('is in the language of the reader', async () => {
    const said: Readonly<Record<string, readonly [title: string, one: string, two: string]>> = {
      de: ['Zustand der Sensoren über 7 Tage', 'In Ordnung; 1 offener Fehler', 'In Ordnung; 2 offene Fehler'],
      fr: ['État des capteurs sur 7 jours', 'Bon ; 1 défaut ouvert', 'Bon ; 2 défauts ouverts'],
      el: ['Κατάσταση αισθητήρων σε 7 ημέρες', 'Καλή· 1 ανοιχτή βλάβη', 'Καλή· 2 ανοιχτές βλάβες'],
    };
    for (const [language, [title, one, two]] of Object.entries(said)) {
      await readBy({}, [language]);
      assert.equal(healthWords(WEEK, []).title, title);
      assert.equal(healthWords(WEEK, [FAILURE]).status, one);
      assert.equal(healthWords(WEEK, [FAILURE, FAILURE]).status, two);
    }
  });
});

describe('the faults that are open at a time', () => {
  const fault = (known: string, recovered: string | null) => ({
    known: `2026-03-01T${known}:00Z`,
    recovered: recovered === null ? null : `2026-03-01T${recovered}:00Z`,
  });

  // Those that became known later counted, so the page said "Healthy; 5 open faults" of a check that did not know them.
  it('are those that were known and not known to have ended then', () => {
    const faults = [fault('10:00', null), fault('10:00', '11:50'), fault('10:00', '12:00'), fault('10:00', '12:10')];
    assert.deepEqual(openAt(faults, Date.UTC(2026, 2, 1, 12)), [faults[0], faults[3]]);
    assert.deepEqual(openAt([fault('12:10', null)], Date.UTC(2026, 2, 1, 12)), []);
  });
});
