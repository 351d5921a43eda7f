import type { Api } from '../api/api.ts';
import type { StreamEvent } from '../api/event-stream.ts';
import type { HeldRoles } from '../session/allowed.ts';

/** What every page is given. */
export interface Context {
  readonly api: Api;
  /** The network that the pages show; null where there is none yet. */
  readonly network: string | null;
  /** The roles of who looks at it. */
  readonly roles: HeldRoles;
  /** Services that take their token; null where nobody has to log in. */
  readonly services: ReadonlySet<string> | null;
  /** Their name; null where nobody has to log in. */
  readonly username: string | null;
  /** Address of the issuer that administers people and clients, where that is elsewhere; else null. */
  readonly issuer: string | null;
  /** Every network there is. */
  readonly networks: readonly string[];
  /** Aborted when the page is left: ends its requests and listeners. */
  readonly left: AbortSignal;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Goes to another address below `/map`. */
  readonly go: (address: string) => void;
  /** Changes the query of the address without leaving the page. */
  readonly rewrite: (query: string) => void;
  /** Calls back for events of the stream while the page is shown; `reset` means: load anew. */
  readonly onEvent: (listener: (event: StreamEvent) => void) => void;
}

/** A page: what it shows, and what it is called in the title. */
export interface Page {
  readonly title: string;
  readonly root: HTMLElement;
}
