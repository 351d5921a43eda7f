import type { ClientAnswer } from '../../../../schemas/http/answers/people-answer.ts';
import { element } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import { AdministeredSection } from './administered-list.ts';
import { offeredNetworks } from './role-choices.ts';
import { roleFields, rolesOf, rolesText } from './role-fields.ts';
import { actionCell, confirm, type RowAction } from './row-buttons.ts';
import { showOnce } from './shown-once.ts';

const PATH = '/api/v1/clients';

/** A client with the secret that was made for it. */
interface Made {
  readonly client: ClientAnswer;
  readonly secret: string | null;
}

/** The clients, which an administrator adds, changes, keeps out and deletes; those that Halcyon needs stay as they are. */
export function clientsSection(context: Context): HTMLElement {
  const { api, left, networks } = context;
  let services: readonly string[] = [];
  const again = () => void section.load();
  const sent = async (work: Promise<unknown>) => {
    await work;
    again();
  };
  const made = async (work: Promise<Made>) => {
    const { client, secret } = await work;
    again();
    if (secret === null) return;
    showOnce(message('people.secret_of', { name: client.client_id }), message('people.secret_once'), secret);
  };
  const change = (id: string, body: object) => sent(api.send('PATCH', addressOf(id), body));

  const openClient = (client: ClientAnswer | null) => {
    const held = client?.roles ?? [];
    const offered = offeredNetworks(networks, held);
    const scopes = (client?.scopes ?? ['detect']).join();
    openForm({
      title: client === null ? message('people.client_add') : message('people.change_of', { name: client.client_id }),
      text: message(client === null ? 'people.client_add_text' : 'people.client_change_text'),
      fields: [
        ...(client === null
          ? [{ name: 'client_id', label: message('people.client_id'), kind: 'text', required: true } as const]
          : []),
        {
          name: 'scopes',
          label: message('people.scopes'),
          kind: 'several',
          options: services.map((name): [string, string] => [name, name]),
          value: scopes,
        },
        ...(client?.public === true ? [] : roleFields(held, offered)),
      ],
      does: message('form.save'),
      send: async (values) => {
        const body = { scopes: (values['scopes'] ?? '').split(',').filter(Boolean), roles: rolesOf(values, offered) };
        if (client !== null) await change(client.client_id, body);
        else await made(api.send<Made>('POST', PATH, { client_id: values['client_id'], ...body }));
      },
    });
  };

  const actionsOf = (client: ClientAnswer): RowAction[] => {
    const { client_id: name, disabled } = client;
    if (client.own) return [];
    const ask = (label: string, text: string, work: () => Promise<void>): RowAction => [
      label,
      () => confirm(label, name, text, work),
    ];
    const renew = () => made(api.send<Made>('POST', `${addressOf(name)}/secret`));
    const outOrIn = message(disabled ? 'people.let_in' : 'people.keep_out');
    const outText = message(disabled ? 'people.client_in_text' : 'people.client_out_text', { name });
    return [
      [message('people.change'), () => openClient(client)],
      ...(client.public ? [] : [ask(message('people.new_secret'), message('people.new_secret_text', { name }), renew)]),
      ask(outOrIn, outText, () => change(name, { disabled: !disabled })),
      ask(message('people.delete'), message('people.client_delete_text', { name }), () =>
        sent(api.send('DELETE', addressOf(name))),
      ),
    ];
  };

  const section = new AdministeredSection<ClientAnswer>(context, {
    title: message('people.clients'),
    text: message('people.clients_text'),
    add: message('people.client_add'),
    heads: [message('people.client_id'), message('people.scopes'), message('people.roles'), message('people.state')],
    load: async () => {
      const answer = await api.get<{ clients: ClientAnswer[]; services: string[] }>(PATH, left);
      services = answer.services;
      return answer.clients;
    },
    open: () => openClient(null),
    row: (client) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row', class: 'whole' }, client.client_id),
        element('td', {}, client.scopes.join(', ') || message('people.none')),
        element('td', {}, rolesText(client.roles)),
        element('td', {}, stateOf(client)),
        actionCell(client.client_id, actionsOf(client)),
      ),
  });
  void section.load();
  return section.root;
}

function stateOf(client: ClientAnswer): string {
  if (client.own) return message('people.own');
  if (client.disabled) return message('people.gets_none');
  return message(client.public ? 'people.public' : 'people.gets_tokens');
}

function addressOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
