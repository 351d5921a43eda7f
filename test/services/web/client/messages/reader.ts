import { loadMessages } from '../../../../../services/web/client/messages/message.ts';
import { beginPreferences, type Choices } from '../../../../../services/web/client/preferences/preferences.ts';

/** Lets the pages speak to a reader: by default in English, with the units of the service, in UTC. */
export async function readBy(choices: Partial<Choices> = {}, browser: readonly string[] = ['en-GB']): Promise<void> {
  beginPreferences({ language: null, units: 'metric', zone: 'UTC', ...choices }, browser);
  await loadMessages();
}
