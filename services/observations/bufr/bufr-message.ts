import { BitWriter } from './bit-writer.ts';
import { encodedNumber, TABLE_B, type TableBCode } from './table-b.ts';

/** A value to be written: a text for characters; null is missing. */
export interface WrittenValue {
  readonly code: TableBCode;
  readonly value: number | string | null;
}

/** Reports of one template, uncompressed. */
export interface WrittenMessage {
  /** Of the first report, ms since the epoch. */
  readonly time: number;
  /** Unexpanded descriptors, six digits each. */
  readonly descriptors: readonly string[];
  /** The values of each report, as the expanded descriptors have them. */
  readonly subsets: readonly (readonly WrittenValue[])[];
}

/** Version of the master tables: the first with the WIGOS identifier, so that older programs read it. */
const TABLES = 28;
/** No centre and no sub-category is said. */
const [MISSING_16, MISSING_8] = [0xffff, 0xff];
const [SECTION_0, SECTION_1] = [8, 22];
const OBSERVED = 0x80;
const END = Buffer.from('7777');

/** A BUFR message of edition 4, of surface data of land (FM 94: WMO-No. 306, volume I.2, part B). */
export function bufrMessage({ time, descriptors, subsets }: WrittenMessage): Buffer {
  const descriptor = Buffer.alloc(7 + descriptors.length * 2);
  descriptor.writeUIntBE(descriptor.length, 0, 3);
  descriptor.writeUInt16BE(subsets.length, 4);
  descriptor[6] = OBSERVED;
  for (const [k, code] of descriptors.entries()) descriptor.writeUInt16BE(packed(code), 7 + k * 2);
  const bits = new BitWriter();
  for (const subset of subsets) for (const value of subset) writeValue(bits, value);
  const values = bits.bytes();
  const data = Buffer.alloc(4);
  data.writeUIntBE(data.length + values.length, 0, 3);
  const identification = identificationOf(new Date(time));
  const indicator = Buffer.from('BUFR\0\0\0\x04');
  const parts = [identification, descriptor, data, values, END];
  indicator.writeUIntBE(SECTION_0 + parts.reduce((sum, part) => sum + part.length, 0), 4, 3);
  return Buffer.concat([indicator, ...parts]);
}

function identificationOf(date: Date): Buffer {
  const section = Buffer.alloc(SECTION_1);
  section.writeUIntBE(SECTION_1, 0, 3);
  section.writeUInt16BE(MISSING_16, 4);
  section.writeUInt16BE(MISSING_16, 6);
  section[11] = MISSING_8;
  section[13] = TABLES;
  section.writeUInt16BE(date.getUTCFullYear(), 15);
  section[17] = date.getUTCMonth() + 1;
  section[18] = date.getUTCDate();
  section[19] = date.getUTCHours();
  section[20] = date.getUTCMinutes();
  section[21] = date.getUTCSeconds();
  return section;
}

/** F in two bits, X in six, Y in eight. */
function packed(descriptor: string): number {
  return (Number(descriptor[0]) << 14) | (Number(descriptor.slice(1, 3)) << 8) | Number(descriptor.slice(3));
}

function writeValue(bits: BitWriter, { code, value }: WrittenValue): void {
  const { width } = TABLE_B[code];
  if (typeof value === 'string') {
    // The international alphabet no. 5 has what ASCII has.
    const text = value.replace(/[^\x20-\x7e]/gu, '?').slice(0, width / 8);
    for (const byte of Buffer.from(text.padEnd(width / 8), 'latin1')) bits.write(8, byte);
    return;
  }
  const whole = encodedNumber(code, value);
  if (whole === null) bits.writeMissing(width);
  else bits.write(width, whole);
}
