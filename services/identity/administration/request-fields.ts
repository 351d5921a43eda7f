import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { isShownText, NO_UNSEEN } from '../../../schemas/shown-text.ts';
import { roleProblem } from '../../access/roles.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { DEFAULT_REALM, hasRealm } from '../state/realms.ts';
import { type User, userNamed } from '../state/users.ts';

/** Names of realms, as they stand in paths. */
export const realmName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
  message: 'a realm should have 1 to 64 letters, digits, - or _ as its name',
});
export const realm = realmName.default(DEFAULT_REALM);

/** Names of users: what can be typed and seen. */
export const username = z.string().regex(/^[^\s\p{C}]{1,255}$/u, {
  message: `a user should have 1 to 255 characters without spaces as their name, and ${NO_UNSEEN}`,
});

/** Ids of clients and names of services: what RFC 6749 allows in a scope, without the colon of `client:`. */
export const name = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, {
  message: 'a client and a service should have 1 to 100 letters, digits, ., - or _ as their name',
});

export const roles = z.array(
  z.string().superRefine((name, context) => {
    const problem = roleProblem(name);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  }),
);

/** What a user is called. */
export const personName = z
  .string()
  .min(1)
  .max(255)
  .refine(isShownText, { message: `a name should be a text ${NO_UNSEEN}` });

export const email = z.email({ message: 'an e-mail address should be one such as ada@example.org' });

/** NIST SP 800-63B, section 5.1.1: at least eight characters. */
export const password = z
  .string()
  .min(8, { message: 'a password should have 8 characters or more' })
  .max(1_024, { message: 'a password should have 1024 characters or fewer' });

/** Different characters that a secret has at least: one of a single character repeated is long and no secret. */
const LEAST_VARIETY = 8;

/** RFC 6749, appendix A.2; random and long enough that nobody can try them all, since it is kept as a plain digest. */
export const secret = z
  .string()
  .regex(/^[\x20-\x7e]{16,512}$/, { message: 'a client secret should have 16 to 512 characters of ASCII' })
  .refine((text) => new Set(text).size >= LEAST_VARIETY, {
    message: `a client secret should have ${LEAST_VARIETY} different characters or more; leave it out to have one made`,
  });

/** @throws HalcyonError `not_found` */
export async function assertRealm(statements: Statements, realm: string): Promise<void> {
  if (await hasRealm(statements, realm)) return;
  throw new HalcyonError('not_found', `there is no realm '${realm}'`);
}

/** The user of a name. @throws HalcyonError `not_found` */
export async function requireUser(statements: Statements, realm: string, username: string): Promise<User> {
  await assertRealm(statements, realm);
  const user = await userNamed(statements, realm, username);
  if (user === null) throw new HalcyonError('not_found', `there is no user '${username}' in the realm ${realm}`);
  return user;
}
