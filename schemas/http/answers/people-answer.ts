import { z } from 'zod';

/** A user as they are listed. */
export const listedUserShape = z.object({
  username: z.string(),
  roles: z.array(z.string()).describe('`curator` holds everywhere, `curator@north` in the network north alone.'),
  name: z.string().nullable(),
  email: z.string().nullable(),
  federated: z.string().nullable().describe('Provider that they log in at; null: here.'),
  disabled: z.boolean().describe('True: they may not log in.'),
});
export type ListedUser = z.output<typeof listedUserShape>;

/** A user as an administrator sees them. */
export const userShape = listedUserShape
  .extend({
    must_change_password: z
      .boolean()
      .describe('True: their password was made for them, and they have not changed it yet.'),
  })
  .meta({
    id: 'User',
    examples: [
      {
        username: 'ada',
        roles: ['curator@north'],
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        federated: null,
        disabled: false,
        must_change_password: true,
      },
    ],
  });
export type UserAnswer = z.output<typeof userShape>;

/** A client as it is listed. */
export const listedClientShape = z.object({
  client_id: z.string(),
  public: z.boolean().describe('True where it has no secret.'),
  service: z.string().nullable().describe('The service that it is; null for others.'),
  scopes: z.array(z.string()).describe('Services that it may request tokens for.'),
  roles: z.array(z.string()).describe('Roles of the client itself.'),
  disabled: z.boolean().describe('True: it gets no tokens.'),
});
export type ListedClient = z.output<typeof listedClientShape>;

/** A client as an administrator sees it. */
export const clientShape = listedClientShape
  .extend({ own: z.boolean().describe('True: the services and pages need it; it cannot be changed.') })
  .meta({
    id: 'Client',
    examples: [
      {
        client_id: 'harbour-feed',
        public: false,
        service: null,
        scopes: ['detect'],
        roles: ['feed@north'],
        disabled: false,
        own: false,
      },
    ],
  });
export type ClientAnswer = z.output<typeof clientShape>;

/** A user with the password that was made for them. */
export const userWithPasswordShape = z.object({
  user: userShape,
  password: z
    .string()
    .nullable()
    .describe('Shown this once, to be changed at the first login; null where one was given.'),
});

/** A client with the secret that was made for it. */
export const clientWithSecretShape = z.object({
  client: clientShape,
  secret: z.string().nullable().describe('Shown this once; null for a public client.'),
});
