/** One value of a BUFR message beside its descriptor, of the expanded template. */
export interface BufrElement {
  /** Descriptor as six digits: `012101` is 0 12 101. */
  readonly code: string;
  /** In the unit of table B; null where it is missing. */
  readonly value: number | string | null;
}

/** The values of one subset of a message, which is one report of one station, in their order. */
export type BufrSubset = readonly BufrElement[];

/** What decodes BUFR: a program that is installed beside Halcyon. */
export interface BufrDecoder {
  /** In words, for the log. */
  readonly title: string;
  /** @returns the subsets of one message; a text says why it cannot be decoded, null that the signal aborted */
  readonly decode: (message: Buffer, signal: AbortSignal) => Promise<readonly BufrSubset[] | string | null>;
}
