import type { BufrDecoder, BufrElement, BufrSubset } from './bufr-decoder.ts';
import { decodedValue, programDecoder, walkNested } from './decoder-output.ts';

/** Operators behind which values stand for other values: quality, substituted values, statistics, differences, retained. */
const ABOUT_OTHERS = /^2(?:22|23|24|25|32)000$/;
/** The operator 2 03 YYY: the elements behind it are given new reference values, until 2 03 255. */
const NEW_REFERENCES = /^203(?!000)\d{3}$/;

/** What its command `decode -a -j` does, of the bytes on the standard input: the command reads files alone. */
const DECODE = `
import json, sys
from pybufrkit.decoder import Decoder
from pybufrkit.renderer import NestedJsonRenderer
message = Decoder().process(sys.stdin.buffer.read(), wire_template_data=True)
json.dump(NestedJsonRenderer().render(message), sys.stdout, default=lambda value: value.decode('latin-1'))
`;

/** Decodes with pybufrkit, which is Python. */
export function pybufrkitDecoder(python: string, version: string): BufrDecoder {
  return programDecoder(version, { file: python, args: ['-I', '-c', DECODE] }, attributedSubsets);
}

/** The subsets in what its nested renderer writes. */
export function attributedSubsets(sections: unknown): readonly BufrSubset[] | string {
  let data: unknown;
  walkNested(sections, ({ name, value }) => {
    if (name === 'template_data') data = value;
    return undefined;
  });
  return Array.isArray(data) ? data.map(subsetOf) : 'its output has no template_data';
}

function subsetOf(members: unknown): BufrSubset {
  const subset: BufrElement[] = [];
  let isData = true;
  let isReference = false;
  walkNested(members, ({ id, value, members: inside }) => {
    if (typeof id !== 'string') return undefined;
    if (ABOUT_OTHERS.test(id)) isData = false;
    else if (NEW_REFERENCES.test(id)) isReference = id !== '203255';
    else if (id.startsWith('0') && isData && !isReference) subset.push({ code: id, value: decodedValue(value) });
    return inside;
  });
  return subset;
}
