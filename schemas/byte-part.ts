/** Bytes of a file, by the numbers of the first and the last one. */
export interface BytePart {
  readonly start: number;
  readonly end: number;
}
