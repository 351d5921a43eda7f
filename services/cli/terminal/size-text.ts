const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/** An amount of data for people, bytes in: `497 B`, `2.3 MiB`. */
export function sizeText(bytes: number): string {
  let amount = bytes;
  let unit = 'B';
  for (const larger of UNITS) {
    // What would be rounded up to the next unit is shown in it.
    if (amount < 1023.95) break;
    amount /= 1024;
    unit = larger;
  }
  return unit === 'B' ? `${bytes} B` : `${amount.toFixed(1)} ${unit}`;
}
