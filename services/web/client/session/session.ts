import type { TokenSource } from '../api/api.ts';

/** Who uses the pages. */
export interface Session extends TokenSource {
  /** False where nobody has to log in. */
  readonly canLogOut: boolean;
  logOut(): void;
  /** True where who has logged in may administer; the services decide it, this only what is shown. */
  isAdministrator(): Promise<boolean>;
}

/** Where access control is off nobody has to log in. */
export const OPEN_SESSION: Session = {
  canLogOut: false,
  token: async () => null,
  refused: () => undefined,
  logOut: () => undefined,
  isAdministrator: async () => true,
};
