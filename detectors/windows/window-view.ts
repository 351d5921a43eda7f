/** Recent values of all stations of one network, read by station index and slot. */
export interface WindowView {
  /** Value of a variable (index into VARIABLES) at a slot; NaN where missing, impossible or out of the window. */
  value(station: number, variable: number, slot: number): number;
  /** Writes `count` values, `step` slots apart from slot `from` on, to the beginning of `into`: each as `value` has it. */
  stretch(station: number, variable: number, from: number, count: number, step: number, into: Float64Array): void;
  /** True where the station reported anything at that slot. */
  reported(station: number, slot: number): boolean;
  /** Newest slot the station reported at; -Infinity where it never did. */
  newest(station: number): number;
}
