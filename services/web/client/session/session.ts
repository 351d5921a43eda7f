import type { TokenSource } from '../api/api.ts';
import type { HeldRoles } from './allowed.ts';

/** Who uses the pages. */
export interface Session extends TokenSource {
  /** False where nobody has to log in. */
  readonly canLogOut: boolean;
  /** Address of the issuer that administers people and clients, where that is elsewhere; else null. */
  readonly issuer: string | null;
  logOut(): void;
  /** The roles of who has logged in: they decide what is offered, the services what is allowed. */
  roles(): Promise<HeldRoles>;
  /** Services that take their token: pages of others are not offered; null where nobody has to log in. */
  services(): Promise<ReadonlySet<string> | null>;
  /** Who has logged in, as their token names them; null where nobody has to. */
  username(): Promise<string | null>;
}

/** Where access control is off nobody has to log in. */
export const OPEN_SESSION: Session = {
  canLogOut: false,
  issuer: null,
  token: async () => null,
  refused: () => undefined,
  logOut: () => undefined,
  roles: async () => null,
  services: async () => null,
  username: async () => null,
};
