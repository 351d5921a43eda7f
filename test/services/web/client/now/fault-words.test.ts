import assert from 'node:assert/strict';
import type { FaultNow } from '../../../../../services/web/client/api/answers.ts';
import {
  adviceWords,
  fasterWords,
  judgedOffWords,
  keeperOf,
  kindSentence,
  offWords,
  readsWords,
  snoozedStill,
  wasOffWords,
} from '../../../../../services/web/client/now/fault-words.ts';
import { readBy } from '../messages/reader.ts';

const NONE = {
  ...{ offset: null, ratio: null, minutes: null, unit: null, swapped_with: null, ceiling: null, uncertainty: null },
} satisfies FaultNow['estimate'];
const NOON = Date.UTC(2026, 2, 1, 12);

/** A fault of a thermometer that is off by so much now, and was by so much when it was judged. */
const fault = (now: number | null, judged: number | null = null) => ({
  ...({ variable: 'temp_out', kind: 'level', adjusted: false, certainty: 'failure', together: null } as const),
  latest: now === null ? null : { time: '2026-03-01T12:00:00Z', value: 10 + now, expected: 10, deviation: now },
  estimate: { ...NONE, offset: judged },
});
const care = (fields: Partial<NonNullable<FaultNow['care']>>): FaultNow['care'] => ({
  ...{ fault_id: 'f', version: 1, assignee: null, snoozed_until: null, by: 'ann', at: '2026-03-01T11:00:00Z' },
  ...fields,
});
const alert = { id: 'x', state: 'acknowledged', severity: 'info', acknowledged_by: 'bob', silenced: false } as const;

describe('what is said of a fault', () => {
  before(() => readBy());

  it('names a direction where it is off by what matters, as it is now before as it was judged', () => {
    assert.equal(kindSentence(fault(8, -8)), 'Temperature reads too high');
    assert.equal(kindSentence(fault(null, -8)), 'Temperature reads too low');
    assert.equal(kindSentence(fault(0.3)), 'Temperature is off');
    assert.equal(kindSentence(fault(null)), 'Temperature is off');
    assert.equal(offWords(fault(-8.24, 1)), '−8.2\u00a0°C');
    assert.equal(offWords(fault(null)), '');
  });

  // A thermometer that read right again for 12 h was "off now" by +3.2 degC: as it was when it was judged.
  it('is off now by nothing that it was off before', () => {
    assert.equal(offWords(fault(null, 3.2)), '');
    assert.equal(judgedOffWords(fault(null, 3.2)), '+3.2\u00a0°C');
    assert.equal(judgedOffWords(fault(3)), '');
    assert.equal(wasOffWords(fault(null, 3.2)), 'was off by +3.2\u00a0°C');
    // It may be right since.
    assert.equal(wasOffWords({ ...fault(null, 3.2), adjusted: true }), 'changed by +3.2\u00a0°C');
    assert.equal(wasOffWords(fault(3)), '');
  });

  // "Pressure is of another station."
  it('names the station that values are of', () => {
    const swap = { variable: 'bar', kind: 'swapped', adjusted: false, latest: null } as const;
    const words = kindSentence({ ...swap, estimate: { ...NONE, swapped_with: 'M12' } });
    assert.equal(words, 'Pressure is that of station M12');
  });

  // "Comes in another unit. Reads 1.9 km/h; what it should read is not known."
  it('names the unit that values come in, and what they mean', () => {
    const wind = {
      ...({ variable: 'wind_speed', kind: 'unit', adjusted: false, certainty: 'failure', together: null } as const),
      latest: { time: '2026-03-01T12:00:00Z', value: 1.9, expected: null, deviation: null },
      estimate: { ...NONE, unit: 'm/s' },
    };
    assert.equal(kindSentence(wind), 'Wind comes in m/s');
    assert.equal(adviceWords(wind), 'Check the settings of the feed: they must say that this comes in m/s.');
    assert.equal(readsWords(wind), 'reads 1.9\u00a0m/s, that is 6.8\u00a0km/h');
    const warm = { ...wind, variable: 'temp_out', estimate: { ...NONE, unit: 'degF' } } as const;
    assert.equal(kindSentence(warm), 'Temperature comes in °F');
    assert.equal(readsWords({ ...fault(8), latest: null }), '');
    // "Off now -1.4 degC: reads 57.3, neighbours imply 58.7" was said of a feed in degF.
    const together = 'all 3 stations of north report impossible temperature since 03-01 09:00Z';
    assert.equal(offWords({ ...fault(8), together }), '');
    assert.equal(judgedOffWords({ ...fault(null, 8), together }), '');
    assert.equal(readsWords({ ...fault(8), together }), 'reads 18.0\u00a0°C; what it should read is not known');
    assert.equal(readsWords(fault(8)), 'reads 18.0\u00a0°C, neighbours imply 10.0\u00a0°C');
  });

  // "Rain comes in in. Reads 0.0 in, that is 0.5 mm."
  it('spells inches out, and shows their hundredths', () => {
    const rain = {
      ...({ variable: 'rain', kind: 'unit', adjusted: false, certainty: 'failure', together: null } as const),
      latest: { time: '2026-03-01T12:00:00Z', value: 0.02, expected: null, deviation: null },
      estimate: { ...NONE, unit: 'in' },
    };
    assert.equal(kindSentence(rain), 'Rain comes in inches');
    assert.equal(adviceWords(rain), 'Check the settings of the feed: they must say that this comes in inches.');
    assert.equal(readsWords(rain), 'reads 0.02\u00a0in, that is 0.5\u00a0mm');
  });

  it('asks of a sensor that came to its neighbours whether somebody adjusted it', () => {
    const adjusted = { ...fault(null, 8), kind: 'bias', adjusted: true, certainty: 'suspected' } as const;
    assert.equal(kindSentence(adjusted), 'Temperature was perhaps adjusted');
    assert.match(
      adviceWords(adjusted),
      /^It reads like its neighbours since\. If somebody adjusted it, call it not a fault/,
    );
  });

  // Of a barometer that had jumped the page said to look at shield and ventilation.
  it('sends nobody to the shield of a sensor that has none, in any language', async () => {
    for (const language of ['de', 'fr', 'el', 'en']) {
      await readBy({}, [language]);
      const advice = (variable: FaultNow['variable']) => adviceWords({ ...fault(8), variable });
      const all = (['temp_out', 'out_hum', 'wind_speed', 'bar', 'rain'] as const).map(advice);
      assert.equal(new Set(all).size, 5, language);
      const shield = /shield|ventilation|Strahlungsschutz|Belüftung|abri|κλωβ|αερισμ/;
      assert.deepEqual(
        all.map((words) => shield.test(words)),
        [true, true, false, false, false],
        language,
      );
    }
  });

  // Who corrected the register, as the page said, had the fault open for ever.
  it('says what is to be done when the register is corrected, in any language', async () => {
    const none = { en: /call it not a fault/, de: /„kein Fehler“/, fr: /« pas un défaut »/, el: /δεν είναι βλάβη/ };
    for (const [language, words] of Object.entries(none)) {
      await readBy({}, [language]);
      assert.match(adviceWords({ ...fault(8), variable: 'bar' }), words);
      assert.match(adviceWords({ ...fault(8), kind: 'bias' }), words);
    }
    await readBy();
  });

  it('sends nobody to calibrate what is not certain', () => {
    const biased = { ...fault(null, 3), kind: 'bias' } as const;
    assert.match(adviceWords(biased), /^Calibrate\./);
    assert.match(adviceWords({ ...biased, certainty: 'suspected' }), /^Not certain: .*Watch it\./);
    assert.match(adviceWords({ ...biased, kind: 'radiation', certainty: 'suspected' }), /^Check the shield/);
  });

  it('is who took it, else who acknowledged its alert; nobody where it was given back', () => {
    assert.equal(keeperOf({ care: care({ assignee: 'ann' }), alert }), 'ann');
    assert.equal(keeperOf({ care: null, alert }), 'bob');
    assert.equal(keeperOf({ care: care({}), alert }), null);
    assert.equal(keeperOf({ care: null, alert: null }), null);
  });

  it('is put off until a time that has not passed', () => {
    assert.equal(snoozedStill({ care: care({ snoozed_until: '2026-03-01T12:10:00Z' }) }, NOON), '2026-03-01T12:10:00Z');
    assert.equal(snoozedStill({ care: care({ snoozed_until: '2026-03-01T12:00:00Z' }) }, NOON), null);
    assert.equal(snoozedStill({ care: null }, NOON), null);
  });

  it('is in the language of the reader', async () => {
    const said: Readonly<Record<string, readonly string[]>> = {
      en: ['Temperature reads too high', 'Temperature drifts downwards', 'Temperature hardly changes'],
      de: ['Temperatur zu hoch', 'Temperatur driftet nach unten', 'Temperatur ändert sich kaum'],
      fr: ['Température : valeurs trop hautes', 'Température : dérive vers le bas', 'Température : ne varie guère'],
      el: [
        'Θερμοκρασία: πολύ υψηλές τιμές',
        'Θερμοκρασία: ολίσθηση προς τα κάτω',
        'Θερμοκρασία: η τιμή σχεδόν δεν αλλάζει',
      ],
    };
    for (const [language, sentences] of Object.entries(said)) {
      await readBy({}, [language]);
      const found = [
        fault(8),
        { ...fault(-8), kind: 'drift' as const },
        { ...fault(null), kind: 'stuck' as const },
      ].map((one) => kindSentence(one));
      assert.deepEqual(found, sentences);
    }
  });
});

describe('who was faster with a fault', () => {
  before(() => readBy());

  it('is told with what they did', () => {
    const told = (fields: Partial<NonNullable<FaultNow['care']>>) =>
      fasterWords({ care: care(fields) } as FaultNow, NOON) ?? '';
    const rest = ' at 1 Mar 11:00 UTC. The list shows it; nothing of yours was changed.';
    assert.equal(told({ assignee: 'ann' }), `ann was faster: took it${rest}`);
    assert.equal(told({ assignee: 'bob' }), `ann was faster: gave it to bob${rest}`);
    assert.equal(told({}), `ann was faster: gave it back${rest}`);
    assert.equal(
      told({ snoozed_until: '2026-03-01T15:00:00Z' }),
      `ann was faster: snoozed it until 1 Mar 15:00 UTC,${rest}`,
    );
    assert.equal(fasterWords({ care: null } as FaultNow, NOON), null);
  });
});
