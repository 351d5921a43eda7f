import type { Endpoint } from '../../../http/endpoint.ts';
import { changeClient } from './change-client.ts';
import { changeUser } from './change-user.ts';
import { createClient } from './create-client.ts';
import { createUser } from './create-user.ts';
import { deleteClient } from './delete-client.ts';
import { deleteUser } from './delete-user.ts';
import { listClients } from './list-clients.ts';
import { listUsers } from './list-users.ts';
import type { PeopleDependencies } from './people-dependencies.ts';
import { renewClientSecret } from './renew-client-secret.ts';
import { resetPassword } from './reset-password.ts';

/** The endpoints of users and clients, for administrators. */
export const PEOPLE_ENDPOINTS: readonly Endpoint<PeopleDependencies>[] = [
  listUsers,
  createUser,
  changeUser,
  resetPassword,
  deleteUser,
  listClients,
  createClient,
  changeClient,
  renewClientSecret,
  deleteClient,
];
