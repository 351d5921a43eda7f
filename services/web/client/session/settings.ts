import type { AuthSettings, WebSettings } from '../../web-settings.ts';
import { message } from '../messages/message.ts';

export type { AuthSettings, WebSettings };

/**
 * How the service that sent the pages wants people to log in.
 *
 * @param asked the answer of `/map/settings.json`
 * @throws Error where it is none
 */
export async function readSettings(asked: Promise<Response>): Promise<WebSettings> {
  const answer = await asked;
  if (!answer.ok) throw new Error(message('api.settings'));
  return (await answer.json()) as WebSettings;
}
