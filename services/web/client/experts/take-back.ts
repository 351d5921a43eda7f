import type { Api } from '../api/api.ts';
import { openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';

/**
 * Asks whether an override is to be taken back, and takes it back.
 *
 * @param path of the override
 * @param onDone it was taken back
 */
export function openTakeBack(api: Api, path: string, onDone: () => void): void {
  openForm({
    title: message('expert.take_back_title'),
    text: message('expert.take_back_text'),
    fields: [],
    does: message('expert.take_back'),
    send: async () => {
      await api.send('DELETE', path);
      onDone();
    },
  });
}
