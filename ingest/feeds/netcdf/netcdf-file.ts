import type { Dataset, File as HdfFile } from 'h5wasm/node';
import { HalcyonError } from '../../../schemas/errors.ts';
import { headOfFile } from '../../../schemas/head-of-file.ts';
import { toMillionth } from '../../validation/units.ts';
import { readingError } from '../csv/csv-file.ts';

/** Numbers or texts of a variable, row by row; a missing number is NaN. */
type NetcdfValues = Float64Array | readonly string[];

/** A variable of a NetCDF-4 file. */
export interface NetcdfVariable {
  readonly name: string;
  /** Names of its dimensions, in order; '' for one without a name. */
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  /** True for texts. */
  readonly isText: boolean;
  /** An attribute that is a text; '' where there is none. */
  readonly attribute: (name: string) => string;
  /** All of it, or what lies within a range of each dimension (first included, last not). */
  readonly read: (ranges?: readonly (readonly [from: number, to: number])[]) => NetcdfValues;
}

/** An open NetCDF-4 file. */
export interface NetcdfFile {
  readonly variables: readonly NetcdfVariable[];
  readonly close: () => void;
}

const HDF5 = Buffer.from('\x89HDF\r\n\x1a\n', 'latin1');
const CLASSIC = 'CDF';
/** What marks a number as missing (CF conventions, 2.5.1). */
const MISSING = ['_FillValue', 'missing_value'];
/** Values of the default fill of netCDF are beyond this. */
const DEFAULT_FILL = 9.96e36;

/**
 * Opens a NetCDF-4 file, which is HDF5. The reader is loaded when the first file is opened.
 *
 * @throws HalcyonError `store_unavailable` where there is none, `store_unreadable` where it is of another format, damaged or no file
 */
export async function openNetcdf(path: string, name: string): Promise<NetcdfFile> {
  await assertNetcdf4(path, name);
  const { ready, File, Dataset } = await import('h5wasm/node');
  // The library would print its traces, and go on.
  (await ready).activate_throwing_error_handler();
  let file: HdfFile;
  try {
    file = new File(path, 'r');
  } catch (cause) {
    throw damaged(name, cause);
  }
  try {
    const sets = file
      .keys()
      .map((key) => file.get(key))
      .filter((entity) => entity instanceof Dataset);
    return { variables: sets.map((set) => variableOf(set, name)), close: () => file.close() };
  } catch (cause) {
    file.close();
    throw damaged(name, cause);
  }
}

async function assertNetcdf4(path: string, name: string): Promise<void> {
  const head = await headOfFile(path, HDF5.length).catch((cause) => {
    throw readingError(cause, name);
  });
  if (head.equals(HDF5)) return;
  if (head.toString('latin1', 0, CLASSIC.length) === CLASSIC) {
    throw new HalcyonError(
      'store_unreadable',
      `${name} is NetCDF of the classic format, should be NetCDF-4: nccopy -k nc4`,
    );
  }
  throw new HalcyonError('store_unreadable', `${name} is no NetCDF-4 file`);
}

function damaged(name: string, cause: unknown): HalcyonError {
  return new HalcyonError('store_unreadable', `${name} is damaged: it cannot be read as NetCDF-4`, { cause });
}

function variableOf(set: Dataset, file: string): NetcdfVariable {
  const shape = set.shape ?? [];
  const name = baseName(set.path);
  const isScale = attributeOf(set, 'CLASS') === 'DIMENSION_SCALE';
  const dimensions = shape.map((_, k) =>
    isScale && shape.length === 1 ? name : baseName(set.get_attached_scales(k)[0] ?? ''),
  );
  const isText = /^[SA]/.test(String(set.dtype));
  return {
    name,
    // Characters are a dimension of their own, of texts of a fixed length.
    dimensions: isText && set.dtype !== 'S' ? dimensions.slice(0, Math.max(0, dimensions.length - 1)) : dimensions,
    shape,
    isText,
    attribute: (key) => attributeOf(set, key),
    read: (ranges) => {
      try {
        const value = ranges === undefined ? set.value : set.slice(ranges.map(([from, to]) => [from, to]));
        return isText ? textsOf(value, shape) : numbersOf(value, set);
      } catch (cause) {
        throw damaged(`${file}: ${name}`, cause);
      }
    },
  };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function attributeOf(set: Dataset, key: string): string {
  const value = Object.hasOwn(set.attrs, key) ? set.attrs[key].value : undefined;
  return typeof value === 'string' ? value.replace(/\0+$/, '').trim() : '';
}

function numberOf(set: Dataset, key: string): number | null {
  const value = Object.hasOwn(set.attrs, key) ? set.attrs[key].value : undefined;
  const first: unknown = ArrayBuffer.isView(value) ? (value as Float64Array)[0] : value;
  return typeof first === 'number' || typeof first === 'bigint' ? Number(first) : null;
}

/** Texts of any length, or rows of single characters. */
function textsOf(value: unknown, shape: readonly number[]): string[] {
  const texts = (Array.isArray(value) ? value : [value]).map((text) => String(text).replace(/\0+$/, ''));
  const width = shape.length === 2 ? shape[1] : 1;
  if (width === 1) return texts.map((text) => text.trim());
  return Array.from({ length: texts.length / width }, (_, k) =>
    texts
      .slice(k * width, (k + 1) * width)
      .join('')
      .trim(),
  );
}

/** Numbers as they are meant: what is missing is NaN, packed ones are unpacked (CF conventions, 8.1). */
function numbersOf(value: unknown, set: Dataset): Float64Array {
  const packed = ArrayBuffer.isView(value) ? Array.from(value as Iterable<number | bigint> & ArrayBufferView) : [value];
  const missing = MISSING.map((key) => numberOf(set, key));
  const [factor, offset] = [numberOf(set, 'scale_factor') ?? 1, numberOf(set, 'add_offset') ?? 0];
  const isPacked = factor !== 1 || offset !== 0;
  return Float64Array.from(packed, (one) => {
    const number = Number(one);
    if (missing.includes(number) || Math.abs(number) > DEFAULT_FILL) return Number.NaN;
    return isPacked ? toMillionth(number * factor + offset) : number;
  });
}
