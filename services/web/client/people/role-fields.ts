import type { Field } from '../dom/form-dialog.ts';
import type { Values } from '../dom/form-values.ts';
import { message } from '../messages/message.ts';
import { ROLES, type Role } from '../session/allowed.ts';
import { chosenPlaces, chosenRoles } from './role-choices.ts';

/** A field for each role: where it holds. @param offered networks, see `offeredNetworks` */
export function roleFields(held: readonly string[], offered: readonly string[]): Field[] {
  return ROLES.map((role) => ({
    name: fieldOf(role),
    label: message('people.role', { role, what: message(`people.may_${role}`) }),
    kind: 'several',
    options: [
      ['0', message('people.everywhere')],
      ...offered.map((name, at): [string, string] => [String(at + 1), name]),
    ],
    value: chosenPlaces(held, role, offered),
  }));
}

/** The roles that are chosen in such fields. */
export function rolesOf(values: Values, offered: readonly string[]): string[] {
  return chosenRoles((role) => values[fieldOf(role)] ?? '', offered);
}

/** Roles as a table shows them. */
export function rolesText(roles: readonly string[]): string {
  return roles.length === 0 ? message('people.none') : roles.join(', ');
}

function fieldOf(role: Role): string {
  return `role-${role}`;
}
