import type { TokenSource } from '../api/api.ts';

/** Who uses the pages. */
export interface Session extends TokenSource {
  /** False where nobody has to log in. */
  readonly canLogOut: boolean;
  logOut(): void;
}

/** Where access control is off nobody has to log in. */
export const OPEN_SESSION: Session = {
  canLogOut: false,
  token: async () => null,
  refused: () => undefined,
  logOut: () => undefined,
};
