import assert from 'node:assert/strict';
import type { Page } from '../../../services/stores/time-series-store.ts';

/** The cursor of the page after this one, which has to be there. */
export function cursorOf<T>(page: Page<T>): { cursor: string } {
  assert.ok(page.next !== null, 'there is another page');
  return { cursor: page.next };
}
