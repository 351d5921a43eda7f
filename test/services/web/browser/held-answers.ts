import type { Page } from 'playwright-core';

/** Holds back the answers to an address until the function that it gives is called. */
export async function held(page: Page, address: string): Promise<() => void> {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(address, async (route) => {
    await asked;
    await route.continue();
  });
  return () => answer();
}
