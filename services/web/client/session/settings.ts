import type { WebSettings } from '../../web-settings.ts';

export type { WebSettings };

/** How the service that sent the pages wants people to log in. */
export async function readSettings(): Promise<WebSettings> {
  const answer = await fetch('/map/settings.json');
  if (!answer.ok) throw new Error('the settings of the pages cannot be read');
  return (await answer.json()) as WebSettings;
}
