import { cardsTable } from '../dom/cards-table.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { clientsSection } from '../people/clients-section.ts';
import { usersSection } from '../people/users-section.ts';
import { isOffered, type Role } from '../session/allowed.ts';
import type { Context, Page } from '../shell/context.ts';

/** What a role is needed for, the least first. */
const TASKS: readonly Role[] = ['user', 'feed', 'uploader', 'curator', 'admin'];

/** Who has logged in, and what they may do; for administrators the users and clients. */
export class PeoplePage implements Page {
  readonly title = message('people.title');
  readonly root: HTMLElement;

  constructor(context: Context) {
    this.root = element(
      'div',
      { class: 'page' },
      element('header', {}, element('h1', {}, message('people.title'))),
      you(context),
      element(
        'section',
        {},
        element('h2', {}, message('people.may')),
        cardsTable(
          message('people.may'),
          [message('people.do'), message('people.by_role'), message('people.allowed')],
          TASKS.map((role) =>
            element(
              'tr',
              {},
              element('th', { scope: 'row', class: 'whole' }, taskOf(role, context)),
              element('td', {}, role),
              element('td', {}, message(isOffered(context.roles, role) ? 'people.yes' : 'people.no')),
            ),
          ),
        ),
        context.roles !== null && element('p', { class: 'soft' }, message('people.networks')),
      ),
      ...administration(context),
    );
  }
}

/** Who administers users and clients: an issuer elsewhere, or whoever has the role for it here. */
function administration(context: Context): HTMLElement[] {
  const { issuer, roles } = context;
  if (issuer !== null) {
    const link = element('a', { href: issuer, rel: 'noreferrer' }, issuer);
    return [
      element(
        'section',
        { class: 'card' },
        element('h2', {}, message('people.elsewhere')),
        element('p', {}, `${message('people.elsewhere_text')} `, link),
      ),
    ];
  }
  // Where access control is off nobody is told apart, and halcyon identity administers them.
  return roles !== null && isOffered(roles, 'admin') ? [usersSection(context), clientsSection(context)] : [];
}

function taskOf(role: Role, { issuer }: Context): string {
  return message(role === 'admin' && issuer !== null ? 'people.may_admin_elsewhere' : `people.may_${role}`);
}

function you({ roles, username }: Context): HTMLElement {
  const title = element('h2', {}, message('people.you'));
  if (roles === null) return element('section', { class: 'card' }, title, element('p', {}, message('people.open')));
  // A token has roles of the issuer's own, too.
  const held = TASKS.filter((role) => roles.has(role));
  return element(
    'section',
    { class: 'card' },
    title,
    element(
      'dl',
      { class: 'facts' },
      element('dt', {}, message('people.logged_in')),
      element('dd', {}, username ?? message('people.unnamed')),
      element('dt', {}, message('people.roles')),
      element('dd', {}, held.length === 0 ? message('people.no_roles') : held.join(', ')),
    ),
  );
}
