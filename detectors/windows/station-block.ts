/** Binary digits of a station's row in its block. */
const ROW_BITS = 10;
/** Stations a block holds: storage grows block by block, so that growing never copies a large array. */
export const STATIONS_PER_BLOCK = 1 << ROW_BITS;

/** Index of the block that holds a station: every value that is read asks for it, and a division takes much longer. */
export function blockOf(station: number): number {
  return station >> ROW_BITS;
}
