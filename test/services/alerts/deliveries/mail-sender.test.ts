import assert from 'node:assert/strict';
import { subjectOf } from '../../../../services/alerts/deliveries/mail-sender.ts';

describe('the subject of an e-mail', () => {
  it('is one line', () => {
    assert.equal(subjectOf('warning: a\n  b'), '[Halcyon] warning: a b');
  });

  // It ended "... that the logger or the import i".
  it('ends at a word and with a mark where it is too long', () => {
    const subject = subjectOf(`warning: ${'some words '.repeat(30)}`);
    assert.ok(subject.length <= 200 && subject.length > 190, `${subject.length}`);
    assert.match(subject, / (some|words)…$/);
    const [fits, tooLong] = ['x'.repeat(190), 'x'.repeat(191)].map(subjectOf);
    assert.equal(fits, `[Halcyon] ${'x'.repeat(190)}`);
    assert.equal(tooLong, `[Halcyon] ${'x'.repeat(189)}…`);
  });

  it('has a word that just fits', () => {
    assert.equal(subjectOf(`${'x'.repeat(189)} y z`), `[Halcyon] ${'x'.repeat(189)}…`);
  });
});
