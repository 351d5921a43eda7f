/** How table B writes a number: as a whole number of `width` bits, after `10^scale` and less `reference`. */
export interface Width {
  readonly scale: number;
  readonly reference: number;
  /** Bits. */
  readonly width: number;
}

/** Texts, which have whole characters of 8 bits. */
const text = (characters: number): Width => ({ scale: 0, reference: 0, width: characters * 8 });
const number = (scale: number, reference: number, width: number): Width => ({ scale, reference, width });

/** Entries of table B (WMO-No. 306, volume I.2, version 28) that observations are written with. */
export const TABLE_B = {
  '001019': text(32),
  '001031': number(0, 0, 16),
  '001032': number(0, 0, 8),
  '001125': number(0, 0, 4),
  '001126': number(0, 0, 16),
  '001127': number(0, 0, 16),
  '001128': text(16),
  '004001': number(0, 0, 12),
  '004002': number(0, 0, 4),
  '004003': number(0, 0, 6),
  '004004': number(0, 0, 5),
  '004005': number(0, 0, 6),
  '004006': number(0, 0, 6),
  '004025': number(0, -2048, 12),
  '005001': number(5, -9_000_000, 25),
  '006001': number(5, -18_000_000, 26),
  '007030': number(1, -4000, 17),
  '010004': number(-1, 0, 14),
  '010051': number(-1, 0, 14),
  '011001': number(0, 0, 9),
  '011002': number(1, 0, 12),
  '011041': number(1, 0, 12),
  '012101': number(2, 0, 16),
  '012103': number(2, 0, 16),
  '012111': number(2, 0, 16),
  '012112': number(2, 0, 16),
  '012130': number(2, 0, 16),
  '013003': number(0, 0, 7),
  '013011': number(1, -1, 14),
  '013013': number(2, -2, 16),
  '014028': number(-2, 0, 20),
  '020001': number(-1, 0, 13),
  '031031': number(0, 0, 1),
  '033020': number(0, 0, 3),
  '033050': number(0, 0, 4),
} as const satisfies Readonly<Record<string, Width>>;

export type TableBCode = keyof typeof TABLE_B;

/** A number as table B writes it; null where it is missing or has no place there. */
export function encodedNumber(code: TableBCode, value: number | null): number | null {
  const { scale, reference, width } = TABLE_B[code];
  if (value === null || !Number.isFinite(value)) return null;
  const whole = Math.round(value * 10 ** scale) - reference;
  // All bits set mean that the value is missing.
  return whole >= 0 && whole < 2 ** width - 1 ? whole : null;
}
