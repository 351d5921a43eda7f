import assert from 'node:assert/strict';
import type { z } from 'zod';
import { commentText } from '../../../schemas/http/alerts/comment-body.ts';
import { nameText, networkText } from '../../../schemas/http/name-text.ts';
import { reasonText } from '../../../services/experts/endpoints/rule-fields.ts';

const TEXTS: Readonly<Record<string, z.ZodType<string>>> = { nameText, networkText, commentText, reasonText };

/** Texts of every kind that one of them refuses, and of some that all take. */
const SAMPLES = [
  'a',
  'north wind',
  'ö 雪 🌧',
  ' ',
  '\t\n',
  ' a',
  'a ',
  'a/b',
  'a\u0000b',
  'a\u0006',
  '\u007f',
  'a\ufffd',
  '\ufeff',
  '\ufeffa',
  'a\u0085b',
  '1',
  'a\u200bb',
  'a\u202eb',
  'क्\u200dष',
  'می\u200cشود',
  'a\u200db',
  '⛰\ufe0f',
  'a\nb',
  'a\u{e0041}',
];

describe('the pattern of a text in the OpenAPI document', () => {
  for (const [name, schema] of Object.entries(TEXTS)) {
    it(`takes what the service takes, and refuses what it refuses: ${name}`, () => {
      const { override } = schema.meta() as { override: { pattern: string } };
      const pattern = new RegExp(override.pattern, 'u');
      const taken = SAMPLES.filter((text) => schema.safeParse(text).success);
      assert.deepEqual(
        SAMPLES.filter((text) => pattern.test(text)),
        taken,
      );
      assert.ok(taken.length > 2 && taken.length < SAMPLES.length);
    });
  }
});
