import { z } from 'zod';
import { argon2Hash } from '../passwords/argon2-password.ts';
import { pbkdf2Hash } from '../passwords/pbkdf2-password.ts';

/** A text that holds JSON, as Keycloak keeps what depends on the algorithm. */
function inText<S extends z.ZodType>(schema: S) {
  return z.string().transform((text, context): z.output<S> => {
    try {
      const read = schema.safeParse(JSON.parse(text));
      if (read.success) return read.data;
    } catch {
      // Told below.
    }
    context.addIssue({ code: 'custom', message: 'should be JSON of a credential as Keycloak writes it' });
    return z.NEVER;
  });
}

const secretData = z.object({ value: z.string(), salt: z.string() });
const credentialData = z.object({
  algorithm: z.string(),
  hashIterations: z.number().int(),
  additionalParameters: z.record(z.string(), z.array(z.string())).nullish(),
});

const credential = z.object({
  type: z.string(),
  secretData: inText(secretData).optional(),
  credentialData: inText(credentialData).optional(),
});

/** What is said of a file that holds something else; Keycloak writes several realms into a list. */
function notOneRealm(found: unknown): string {
  const what = Array.isArray(found) ? 'a list: give each realm a file of its own' : 'another value';
  return `a realm export should be the JSON object of one realm, with realm, users and clients; it is ${what}`;
}

/** What is read of a realm export of Keycloak (RealmRepresentation of its Admin REST API). */
export const keycloakExport = z.object(
  {
    realm: z.string(),
    users: z
      .array(
        z.object({
          id: z.uuid().optional(),
          username: z.string(),
          enabled: z.boolean().default(false),
          email: z.string().nullish(),
          firstName: z.string().nullish(),
          lastName: z.string().nullish(),
          credentials: z.array(credential).default([]),
          realmRoles: z.array(z.string()).default([]),
          federatedIdentities: z.array(z.object({ identityProvider: z.string() })).default([]),
          federationLink: z.string().nullish(),
          serviceAccountClientId: z.string().nullish(),
        }),
      )
      .default([]),
    clients: z
      .array(
        z.object({
          clientId: z.string(),
          enabled: z.boolean().default(true),
          publicClient: z.boolean().default(false),
          bearerOnly: z.boolean().default(false),
          secret: z.string().nullish(),
          defaultClientScopes: z.array(z.string()).default([]),
          optionalClientScopes: z.array(z.string()).default([]),
        }),
      )
      .default([]),
  },
  { error: ({ code, input }) => (code === 'invalid_type' ? notOneRealm(input) : undefined) },
);
export type KeycloakExport = z.output<typeof keycloakExport>;
export type KeycloakUser = KeycloakExport['users'][number];
export type KeycloakClient = KeycloakExport['clients'][number];

/** Names of the digests in Keycloak's names of its algorithms. */
const DIGESTS: Readonly<Record<string, string>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
};

/** The hash of a user's password as it is kept here; null where they have none, or none that can be checked here. */
export function passwordHashOf({ credentials }: Pick<KeycloakUser, 'credentials'>): string | null {
  const kept = credentials.find(({ type }) => type === 'password');
  if (kept?.secretData === undefined || kept.credentialData === undefined) return null;
  const { value, salt } = kept.secretData;
  const { algorithm, hashIterations, additionalParameters } = kept.credentialData;
  const digest = DIGESTS[algorithm];
  if (digest !== undefined) return pbkdf2Hash(digest, hashIterations, salt, value);
  if (algorithm !== 'argon2') return null;
  const [type = 'id'] = additionalParameters?.['type'] ?? [];
  const number = (key: string, otherwise: number) => Number(additionalParameters?.[key]?.[0] ?? otherwise);
  const [memory, lanes] = [number('memory', 7_168), number('parallelism', 1)];
  return argon2Hash({ type, memory, passes: hashIterations, lanes }, salt, value);
}
