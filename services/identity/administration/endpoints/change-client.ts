import { z } from 'zod';
import type { AuditAction } from '../../../../schemas/audit.ts';
import { clientShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint, json } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { changeClient as change } from '../client-changes.ts';
import { name, roles } from '../request-fields.ts';
import { assertAdministersAll, assertNetworks } from './assert-networks.ts';
import { changeableClient } from './changeable-client.ts';
import { clientAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

const body = z
  .strictObject({
    scopes: z
      .array(name)
      .optional()
      .meta({ examples: [['detect']] }),
    roles: roles.optional().meta({ examples: [['feed']] }),
    disabled: z.boolean().optional(),
  })
  .meta({ examples: [{ roles: ['feed'] }] });

export const changeClient = endpoint({
  name: 'change-client',
  method: 'PATCH',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/clients/:client_id',
  description:
    'Changes which services a client may request tokens for, its roles, and whether it gets tokens at all; what is not given ' +
    'stays. Its present tokens are revoked.',
  audit: {
    action: 'client.change',
    of: ({ path, body: given }) => ({
      action: actionOf(given),
      about: { kind: 'client', id: `${DEFAULT_REALM}/${path.client_id}` },
      ...(given.roles !== undefined && { detail: `roles: ${given.roles.join(', ') || 'none'}` }),
    }),
  },
  pathParameters: z.object({ client_id: name.meta({ examples: ['harbour-feed'] }) }),
  query: query({}),
  body: { kind: 'json', schema: body, limit: 'bodyBytes' },
  success: json('The client as it now is.', clientShape),
  errors: { 404: 'There is no such client.', 409: 'The services and pages need it as it is.' },
  async answer({ path, body: given, scope }, parts: PeopleDependencies) {
    assertAdministersAll(scope, parts.people);
    const client = await changeableClient(parts.people, path.client_id);
    await assertNetworks(
      (given.roles ?? []).filter((role) => !client.roles.includes(role)),
      parts,
    );
    return { status: 200, body: clientAnswer(await change(parts.people, client, given)) };
  },
});

function actionOf({ disabled }: z.output<typeof body>): AuditAction {
  if (disabled === undefined) return 'client.change';
  return disabled ? 'client.disable' : 'client.enable';
}
