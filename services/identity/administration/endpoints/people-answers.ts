import type { ClientAnswer, UserAnswer } from '../../../../schemas/http/answers/people-answer.ts';
import { isOwnClient } from '../../own-clients.ts';
import type { Client } from '../../state/clients.ts';
import type { User } from '../../state/users.ts';

/** A user as endpoints answer: without the hash of their password. */
export function userAnswer({ username, roles, name, email, federated, disabled, ...user }: User): UserAnswer {
  const { mustChangePassword: must_change_password } = user;
  return { username, roles: [...roles], name, email, federated, disabled, must_change_password };
}

/** A client as endpoints answer: without the digest of its secret. */
export function clientAnswer({ id, secret, service, scopes, roles, disabled }: Client): ClientAnswer {
  const rights = { scopes: [...scopes], roles: [...roles] };
  return { client_id: id, public: secret === null, service, ...rights, disabled, own: isOwnClient(id) };
}
