import { isObject } from '../geojson/geojson-items.ts';
import type { BufrDecoder, BufrElement, BufrSubset } from './bufr-decoder.ts';
import { decodedValue, programDecoder, walkNested } from './decoder-output.ts';

/** Decodes with `bufr_dump` of ecCodes (European Centre for Medium-Range Weather Forecasts). */
export function eccodesDecoder(bufrDump: string, version: string): BufrDecoder {
  return programDecoder(version, { file: bufrDump, args: ['-ja', '-'] }, dumpedSubsets);
}

/** The subsets in what `bufr_dump -ja` writes of one message. */
export function dumpedSubsets(dump: unknown): readonly BufrSubset[] | string {
  if (!isObject(dump)) return 'its output has no messages';
  let count = 0;
  let isCompressed = false;
  let subsets: BufrElement[][] = [];
  let each: { readonly code: string; readonly value: unknown }[] = [];
  walkNested(dump['messages'], (one) => {
    const { key, code, value } = one;
    if (key === 'numberOfSubsets') count = Number(value);
    else if (key === 'compressedData') isCompressed = value === 1;
    else if (key === 'subsetNumber') {
      each = [];
      subsets.push(each as BufrElement[]);
    } else if (typeof code === 'string') {
      // A message of one subset does not number it.
      if (subsets.length === 0 && !isCompressed) subsets.push(each as BufrElement[]);
      each.push(isCompressed ? { code, value } : { code, value: decodedValue(value) });
    }
    return undefined;
  });
  if (isCompressed) {
    // A value that all subsets have is written once.
    const of = (value: unknown, k: number) => decodedValue(Array.isArray(value) ? value[k] : value);
    subsets = Array.from({ length: count }, (_, k) => each.map(({ code, value }) => ({ code, value: of(value, k) })));
  }
  return subsets.length === count ? subsets : `it has ${count} subsets, and ${subsets.length} were decoded`;
}
