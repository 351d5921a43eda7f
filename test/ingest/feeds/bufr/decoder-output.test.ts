import assert from 'node:assert/strict';
import { decodedValue, parsedOutput, walkNested } from '../../../../ingest/feeds/bufr/decoder-output.ts';
import { dumpedSubsets } from '../../../../ingest/feeds/bufr/eccodes-decoder.ts';
import { attributedSubsets } from '../../../../ingest/feeds/bufr/pybufrkit-decoder.ts';

/** What `bufr_dump -ja` writes of a message: each value inside the scope of the one before it. */
function dump(count: number, isCompressed: boolean, ...values: readonly object[]): unknown {
  const header = [
    { key: 'numberOfSubsets', value: count },
    { key: 'compressedData', value: Number(isCompressed) },
  ];
  return { messages: [[...header, values.reduceRight((inside: unknown, value) => [value, inside], [])]] };
}

const temperature = (value: unknown) => ({ key: 'airTemperature', value, code: '012101', units: 'K' });
const read = (value: unknown) => [{ code: '012101', value }];

describe('what bufr_dump writes', () => {
  it('has the values of each subset, without what is said of them', () => {
    const confidence = { percentConfidence: { value: 70, code: '033007' } };
    const one = dump(1, false, { ...temperature(281.4), ...confidence });
    assert.deepEqual(dumpedSubsets(one), [read(281.4)]);
    const [first, second] = [1, 2].map((value) => ({ key: 'subsetNumber', value }));
    const several = dump(2, false, first, temperature(281.4), second, temperature(null));
    assert.deepEqual(dumpedSubsets(several), [read(281.4), read(null)]);
  });

  it('has a list where the subsets of a compressed message differ, else one value for all', () => {
    const name = { key: 'stationOrSiteName', value: ['Primda   ', ''], code: '001015' };
    assert.deepEqual(dumpedSubsets(dump(2, true, temperature(281.4), name)), [
      [...read(281.4), { code: '001015', value: 'Primda' }],
      [...read(281.4), { code: '001015', value: null }],
    ]);
  });

  it('is refused where subsets are missing or it is something else', () => {
    assert.equal(dumpedSubsets(dump(3, false, temperature(1))), 'it has 3 subsets, and 1 were decoded');
    assert.equal(dumpedSubsets([]), 'its output has no messages');
  });
});

describe('what pybufrkit writes', () => {
  const sections = (...subsets: readonly unknown[][]) => [
    [
      { name: 'n_subsets', value: 1 },
      { name: 'template_data', value: subsets },
    ],
  ];
  const element = (id: string, value: unknown) => ({ id, description: '', value });

  it('has the values inside sequences and replications', () => {
    const factor = element('031001', 2);
    const replicated = { id: '101000', factor, members: [[element('012101', 281)], [element('012101', null)]] };
    const found = attributedSubsets(sections([{ id: '307080', members: [element('001001', 6), replicated] }]));
    assert.deepEqual(found, [[{ code: '001001', value: 6 }, ...read(281), ...read(null)]]);
  });

  it('has no value of a reference or of a quality', () => {
    const references = [{ id: '203014' }, element('007030', -5000), { id: '203255' }, element('007030', 411)];
    const quality = [element('222000', 0), element('031031', 0), element('033007', 70)];
    assert.deepEqual(attributedSubsets(sections([...references, ...quality])), [[{ code: '007030', value: 411 }]]);
    assert.equal(attributedSubsets([]), 'its output has no template_data');
  });
});

describe('the output of a decoder', () => {
  it('is JSON, or what the decoder said instead', () => {
    assert.deepEqual(parsedOutput(Buffer.from('[1]'), ''), { value: [1] });
    assert.equal(parsedOutput(Buffer.from(''), 'no tables'), 'no tables');
    assert.equal(parsedOutput(Buffer.from('{'), ''), 'its output is no JSON');
  });

  it('is walked in its order, however deep', () => {
    let deep: unknown = { name: 'deepest' };
    for (let k = 0; k < 100_000; k++) deep = [deep];
    const names: unknown[] = [];
    walkNested([{ name: 'a', inside: [{ name: 'b' }] }, deep, { name: 'c' }], ({ name, inside }) => {
      names.push(name);
      return inside;
    });
    assert.deepEqual(names, ['a', 'b', 'deepest', 'c']);
  });

  it('has texts without what fills them up', () => {
    const texts = ['608   ', 'a\0\0', '\u00ff\u00ff', '   ', true, Number.NaN].map(decodedValue);
    assert.deepEqual(texts, ['608', 'a', null, null, null, null]);
  });
});
