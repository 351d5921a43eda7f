import { openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import type { WholeDataset } from './dataset-answers.ts';
import { updating } from './dataset-graphs.ts';

type Changed = Pick<WholeDataset, '@id' | 'name' | 'description'>;

/** Asks for another name and description of a dataset. @param onDone they are changed */
export function openEdit(context: Context, { '@id': id, name, description }: Changed, onDone: () => void): void {
  openForm({
    title: message('datasets.edit'),
    fields: [
      { name: 'name', label: message('datasets.name'), kind: 'text', required: true, value: name ?? '' },
      { name: 'description', label: message('datasets.description'), kind: 'long', value: description ?? '' },
    ],
    does: message('form.save'),
    send: async (values) => {
      await change(context, id, { name: values['name'] ?? '', description: values['description'] ?? '' });
      onDone();
    },
  });
}

/** Asks whether a dataset is to be deleted. @param onDone it is */
export function openDeletion(context: Context, { '@id': id, name = id }: Changed, onDone: () => void): void {
  openForm({
    title: message('datasets.delete_title', { name }),
    text: message('datasets.delete_text'),
    fields: [],
    does: message('datasets.delete'),
    send: async () => {
      await change(context, id, { status: 'Deleted' });
      onDone();
    },
  });
}

async function change({ api, username }: Context, id: string, properties: Record<string, string>): Promise<void> {
  await api.send('PUT', '/dmm/api/v1/dataset/update', updating(id, properties, username ?? 'halcyon'));
}
