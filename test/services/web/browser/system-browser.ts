import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where systems have the browser; a test run brings none. */
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the browser of this machine; null where it has none. */
export async function systemBrowser(): Promise<Browser | null> {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (executablePath === undefined) return null;
  // A browser as root has no sandbox of its own, as in the containers of test machines.
  return chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    // Its fields for times are in its own language, not in that of the page.
    env: { ...process.env, LANGUAGE: 'en_US' },
  });
}
