import { clientCredentials } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { password } from './password.ts';
import { refreshToken } from './refresh-token.ts';
import { tokenExchange } from './token-exchange.ts';

/** Every grant there is, by the value of `grant_type`. */
export const GRANTS: ReadonlyMap<string, Grant> = new Map(
  [tokenExchange, password, clientCredentials, refreshToken].map((grant) => [grant.grantType, grant]),
);
