import type { UserAnswer } from '../../../../schemas/http/answers/people-answer.ts';
import { element } from '../dom/element.ts';
import { type Field, openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import { AdministeredSection } from './administered-list.ts';
import { offeredNetworks } from './role-choices.ts';
import { roleFields, rolesOf, rolesText } from './role-fields.ts';
import { actionCell, confirm, type RowAction } from './row-buttons.ts';
import { showOnce } from './shown-once.ts';

const PATH = '/api/v1/users';

/** A user with the password that was made for them. */
interface Made {
  readonly user: UserAnswer;
  readonly password: string | null;
}

/** The users, whom an administrator adds, changes, keeps out and deletes. */
export function usersSection(context: Context): HTMLElement {
  const { api, left, username, networks } = context;
  const again = () => void section.load();
  const sent = async (work: Promise<unknown>) => {
    await work;
    again();
  };
  const made = async (work: Promise<Made>) => {
    const { user, password } = await work;
    again();
    if (password === null) return;
    showOnce(message('people.password_of', { name: user.username }), message('people.password_once'), password);
  };
  const change = (name: string, body: object) => sent(api.send('PATCH', addressOf(name), body));

  const openUser = (user: UserAnswer | null) => {
    const held = user?.roles ?? [];
    const offered = offeredNetworks(networks, held);
    openForm({
      title: user === null ? message('people.user_add') : message('people.change_of', { name: user.username }),
      text: message(user === null ? 'people.add_text' : 'people.change_text'),
      fields: [
        ...(user === null
          ? [{ name: 'username', label: message('people.username'), kind: 'text', required: true } as const]
          : []),
        ...profileFields(user),
        ...roleFields(held, offered),
      ],
      does: message('form.save'),
      send: async (values) => {
        const roles = rolesOf(values, offered);
        const body = { roles, name: values['name'] || null, email: values['email'] || null };
        if (user !== null) await change(user.username, body);
        else await made(api.send<Made>('POST', PATH, { username: values['username'], ...body }));
      },
    });
  };

  const actionsOf = ({ username: name, disabled, federated }: UserAnswer): RowAction[] => {
    const ask = (label: string, text: string, work: () => Promise<void>): RowAction => [
      label,
      () => confirm(label, name, text, work),
    ];
    const renew = () => made(api.send<Made>('POST', `${addressOf(name)}/password`));
    const outOrIn = message(disabled ? 'people.let_in' : 'people.keep_out');
    const outText = message(disabled ? 'people.let_in_text' : 'people.keep_out_text', { name });
    const remove = () => sent(api.send('DELETE', addressOf(name)));
    return [
      ...(federated === null
        ? [ask(message('people.new_password'), message('people.new_password_text', { name }), renew)]
        : []),
      // Nobody locks themselves out by a slip.
      ...(name === username
        ? []
        : [
            ask(outOrIn, outText, () => change(name, { disabled: !disabled })),
            ask(message('people.delete'), message('people.delete_text', { name }), remove),
          ]),
    ];
  };

  const section = new AdministeredSection<UserAnswer>(context, {
    title: message('people.users'),
    text: message('people.users_text'),
    add: message('people.user_add'),
    heads: [message('people.username'), message('people.name'), message('people.roles'), message('people.state')],
    load: async () => (await api.get<{ users: UserAnswer[] }>(PATH, left)).users,
    open: () => openUser(null),
    row: (user) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row', class: 'whole' }, user.username),
        element('td', {}, [user.name, user.email].filter(Boolean).join(', ') || '–'),
        element('td', {}, rolesText(user.roles)),
        element('td', {}, stateOf(user)),
        actionCell(user.username, [[message('people.change'), () => openUser(user)], ...actionsOf(user)]),
      ),
  });
  void section.load();
  return section.root;
}

function profileFields(user: UserAnswer | null): Field[] {
  return [
    { name: 'name', label: message('people.name'), kind: 'text', value: user?.name ?? '' },
    { name: 'email', label: message('people.email'), kind: 'text', value: user?.email ?? '' },
  ];
}

function stateOf({ disabled, federated, must_change_password }: UserAnswer): string {
  if (disabled) return message('people.kept_out');
  if (federated !== null) return message('people.at_provider', { provider: federated });
  return message(must_change_password ? 'people.must_change' : 'people.may_log_in');
}

function addressOf(username: string): string {
  return `${PATH}/${encodeURIComponent(username)}`;
}
