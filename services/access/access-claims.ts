import { z } from 'zod';

/** Who acts for the subject: the last service first, those before it inside (RFC 8693, section 4.1). */
export interface Actor {
  readonly sub: string;
  readonly act?: Actor | undefined;
}

const actor: z.ZodType<Actor> = z.lazy(() => z.object({ sub: z.string(), act: actor.optional() }).readonly());

/** What of a token that was exchanged for another one is revoked. */
const exchanged = z.object({ jti: z.string(), azp: z.string(), iat: z.number() }).readonly();

/** Claims of an access token, as Keycloak names them. */
export const accessClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  aud: z.union([z.string(), z.array(z.string())]).transform((aud) => (typeof aud === 'string' ? [aud] : aud)),
  /** s since the epoch. */
  exp: z.number(),
  iat: z.number(),
  jti: z.string().min(1),
  typ: z.literal('Bearer'),
  /** Client that the token was issued to. */
  azp: z.string(),
  scope: z.string().default(''),
  /** Session; a client's own token has none. */
  sid: z.string().optional(),
  preferred_username: z.string().optional(),
  realm_access: z.object({ roles: z.array(z.string()) }).default({ roles: [] }),
  /** Roles that hold at one service alone, by its name. */
  resource_access: z.record(z.string(), z.object({ roles: z.array(z.string()).default([]) })).default({}),
  act: actor.optional(),
  /** The tokens that it was exchanged for, the last one first: it is good as long as all of them are. */
  exchanged_for: z.array(exchanged).readonly().optional(),
});
export type AccessClaims = z.output<typeof accessClaims>;

/** How many services have acted one for the other. */
export function chainLength(claims: Pick<AccessClaims, 'act'>): number {
  let length = 0;
  for (let act: Actor | undefined = claims.act; act !== undefined; act = act.act) length++;
  return length;
}
