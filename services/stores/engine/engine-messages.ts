/** What the owner tells its engine process. */
export interface OpenCommand {
  readonly kind: 'open';
  /** Folder of the engine's data. */
  readonly folder: string;
  /** Unix socket on which it serves ClickHouse's HTTP interface. */
  readonly socket: string;
}

/** Finish what runs, close the folder and end. */
interface CloseCommand {
  readonly kind: 'close';
}

export type EngineCommand = OpenCommand | CloseCommand;

/** What the engine process answers: it serves, or why it cannot. */
export type EngineReport =
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'failed'; readonly detail: string };
