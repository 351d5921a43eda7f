import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** So many keys lead to anything on a page; whoever needs more is lost. */
const MOST_TABS = 60;

/** In a page: what hides the focus from somebody who uses the keyboard; empty where it is seen. */
const HIDDEN_FOCUS = `(() => {
  const { activeElement: element } = document;
  const framed = element.closest('.date-field .button') ?? element;
  const { outlineStyle, outlineWidth } = getComputedStyle(framed);
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 'it has no outline';
  const { left, right, top, bottom } = framed.getBoundingClientRect();
  if (right <= 0 || bottom <= 0 || left >= window.innerWidth || top >= window.innerHeight) return 'it is out of view';
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const seen = document.elementFromPoint(
    (x + Math.min(window.innerWidth, right)) / 2,
    (y + Math.min(window.innerHeight, bottom)) / 2,
  );
  return framed.contains(seen) || seen?.contains(framed) ? '' : 'it is covered by ' + seen?.outerHTML.slice(0, 80);
})()`;

/** What somebody does on a page, counted: a click, a key, a field that is filled in. */
export class Person {
  readonly page: Page;
  actions = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(locator: Locator): Promise<void> {
    this.actions += 1;
    await locator.click();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.actions += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Goes on by the key Tab until something has the focus, which is to be seen then. */
  async tabTo(locator: Locator): Promise<void> {
    for (let tabs = 0; !(await this.#hasFocus(locator)); tabs += 1) {
      assert.ok(tabs < MOST_TABS, `${locator} is not reached by Tab`);
      await this.press('Tab');
    }
    await this.isSeen(locator);
  }

  /** Something has the focus, and whoever looks at the page sees that. */
  async isSeen(locator: Locator): Promise<void> {
    assert.ok(await this.#hasFocus(locator), `${locator} has the focus`);
    assert.equal(await this.page.evaluate(HIDDEN_FOCUS), '', `the focus of ${locator}`);
  }

  async #hasFocus(locator: Locator): Promise<boolean> {
    return (await locator.and(this.page.locator(':focus')).count()) > 0;
  }

  /** A text at the keyboard, into what has the focus. */
  async type(text: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.type(text);
  }

  async fill(locator: Locator, text: string): Promise<void> {
    this.actions += 1;
    await locator.fill(text);
  }
}
