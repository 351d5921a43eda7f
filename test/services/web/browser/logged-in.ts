import type { BrowserContextOptions, Page } from 'playwright-core';
import { LOOKS, type OpenPages, PASSWORD } from './open-pages.ts';

/** A page of an address below `/map`, shown to a user who has logged in. */
export async function loggedIn(
  pages: OpenPages,
  name: string,
  address: string,
  look: BrowserContextOptions = LOOKS.light,
): Promise<Page> {
  const page = await pages.open(address, look, false);
  const dialog = page.locator('dialog.login');
  await dialog.locator('[name=username]').fill(name);
  await dialog.locator('[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  return page;
}
