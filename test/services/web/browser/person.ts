import type { Locator, Page } from 'playwright-core';

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
