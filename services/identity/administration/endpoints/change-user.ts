import { z } from 'zod';
import type { AuditAction } from '../../../../schemas/audit.ts';
import { userShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint, json } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { email, personName, requireUser, roles, username } from '../request-fields.ts';
import { changeUser as change } from '../user-changes.ts';
import { assertAdministersAll, assertNetworks } from './assert-networks.ts';
import { userAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

const body = z
  .strictObject({
    roles: roles.optional().meta({ examples: [['user', 'curator@north']] }),
    disabled: z.boolean().optional(),
    name: personName.nullable().optional(),
    email: email.nullable().optional(),
  })
  .meta({ examples: [{ roles: ['user', 'curator@north'] }] });

export const changeUser = endpoint({
  name: 'change-user',
  method: 'PATCH',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/users/:username',
  description:
    'Changes the roles, name or address of a user, keeps them out (`disabled`) or lets them in again; what is not given stays. ' +
    'With other roles, or when they are kept out, they are logged out everywhere.',
  audit: {
    action: 'user.change',
    of: ({ path, body: given }) => ({
      action: actionOf(given),
      about: { kind: 'user', id: `${DEFAULT_REALM}/${path.username}` },
      ...(given.roles !== undefined && { detail: `roles: ${given.roles.join(', ') || 'none'}` }),
    }),
  },
  pathParameters: z.object({ username: username.meta({ examples: ['grace'] }) }),
  query: query({}),
  body: { kind: 'json', schema: body, limit: 'bodyBytes' },
  success: json('The user as they now are.', userShape),
  errors: { 404: 'There is no such user.', 409: 'No administrator would be left.' },
  async answer({ path, body: { roles: asked, ...rest }, scope }, parts: PeopleDependencies) {
    assertAdministersAll(scope, parts.people);
    const user = await requireUser(parts.people.catalogue, DEFAULT_REALM, path.username);
    // A role in a network that is gone may be kept while others are given.
    await assertNetworks(
      (asked ?? []).filter((role) => !user.roles.includes(role)),
      parts,
    );
    const isSame = asked === undefined || [...asked].sort().join() === [...user.roles].sort().join();
    const changed = await change(parts.people, user, { ...rest, ...(!isSame && { roles: asked }) }, true);
    return { status: 200, body: userAnswer(changed) };
  },
});

/** What is recorded where several things change at once: the gravest. */
function actionOf({ disabled, roles: asked }: z.output<typeof body>): AuditAction {
  if (disabled !== undefined) return disabled ? 'user.disable' : 'user.enable';
  return asked === undefined ? 'user.change' : 'user.roles';
}
