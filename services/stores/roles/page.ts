/** A page of a list; `next` is null on the last one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** South-west and north-east corner, degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A network, or some of them; all where it is not given. */
export interface NetworkQuery {
  readonly network?: string | readonly string[];
}

/** A page that is asked for. */
export interface PageQuery {
  readonly limit: number;
  /** `next` of the page before. A cursor that is none: HalcyonError `invalid_parameter`. */
  readonly cursor?: string;
}
