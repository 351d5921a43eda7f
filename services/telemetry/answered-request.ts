/** A request as the access log has it: no query and no header, which may hold what is nobody's business. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** From its arrival until the answer was out or broken off [ms]. */
  readonly milliseconds: number;
  /** Address that it came from. */
  readonly client: string;
}
