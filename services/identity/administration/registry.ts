import { clientAdd } from './client-add.ts';
import { clientDisable } from './client-disable.ts';
import { clientList } from './client-list.ts';
import { clientSecret } from './client-secret.ts';
import { keysList } from './keys-list.ts';
import { keysRotate } from './keys-rotate.ts';
import type { Operation } from './operation.ts';
import { realmAdd } from './realm-add.ts';
import { realmImport } from './realm-import.ts';
import { userAdd } from './user-add.ts';
import { userDisable } from './user-disable.ts';
import { userList } from './user-list.ts';
import { userPassword } from './user-password.ts';
import { userRoles } from './user-roles.ts';

/** Every operation of an administrator, by name. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  [
    userAdd,
    userList,
    userDisable,
    userPassword,
    userRoles,
    clientAdd,
    clientList,
    clientDisable,
    clientSecret,
    keysRotate,
    keysList,
    realmAdd,
    realmImport,
  ].map((operation) => [operation.name, operation]),
);
