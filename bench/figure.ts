/** One measured figure and what is aimed at. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What is aimed at: `<=` or `>=` and a number of the same unit; empty where nothing is. */
  readonly goal: string;
}
