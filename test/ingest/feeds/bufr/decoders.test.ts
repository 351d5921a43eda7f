import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BufrDecoder, BufrSubset } from '../../../../ingest/feeds/bufr/bufr-decoder.ts';
import { bufrMessages } from '../../../../ingest/feeds/bufr/bufr-messages.ts';
import { type DecoderChoice, installedDecoder } from '../../../../ingest/feeds/bufr/installed-decoder.ts';
import { surfaceReport } from '../../../../ingest/feeds/bufr/surface-report.ts';
import { PLAIN_FORM } from '../../../../ingest/validation/source-form.ts';
import { linesTo } from '../../../../schemas/logger.ts';
import { packageFile } from '../../../../schemas/package-root.ts';
import { bufrPrograms } from '../../../servers/bufr-programs.ts';

const GOING_ON = new AbortController().signal;

/** Files of real messages of stations on land, by their template, and what the first report of each says. */
const FILES: Readonly<Record<string, readonly [station: string, time: string, temp: number, bar: number]>> = {
  // 3 01 150 before 3 07 080, with new reference values (2 03 YYY).
  'ISND02_LLBD.bufr': ['0-376-0-608', '2019-12-22T22:00:00Z', 282.95, 101_590],
  // 3 07 080, compressed, four messages of several subsets in one bulletin.
  'ISMD01_OKPR.bufr': ['0-20000-0-11423', '2007-11-21T12:00:00Z', 270.85, 92_520],
  // 3 07 086.
  'bssh_176.bufr': ['0-20000-0-10015', '2012-10-31T11:00:00Z', 282.45, 99_600],
  // 3 07 091.
  'bssh_178.bufr': ['0-20000-0-86662', '2012-10-31T10:00:00Z', 296.45, 95_090],
  // 3 07 005 of edition 3 with a quality operator (2 22 000).
  'syno_1.bufr': ['0-20000-0-91334', '2012-10-30T00:00:00Z', 302.7, 100_910],
};
/** Messages of each file that are decoded: Python takes a second to start. */
const MOST = 5;

describe('decoders of BUFR', function () {
  this.timeout(600_000);
  let programs: { python: string; messages: string };
  const decoders: BufrDecoder[] = [];

  before(async function () {
    const found = await bufrPrograms();
    if ('missing' in found) {
      console.log(`      ${found.missing}`);
      return this.skip();
    }
    programs = found;
    for (const decoder of ['eccodes', 'pybufrkit'] as const) {
      const { logger, lines } = keptLogger();
      const installed = await installedDecoder({ decoder, python: found.python }, logger);
      assert.ok(installed !== null, lines.join());
      decoders.push(installed);
    }
  });

  const read = (file: string) => bufrMessages(readFileSync(join(programs.messages, file)));

  for (const [file, [station, time, temp, bar]] of Object.entries(FILES)) {
    it(`read the same reports in ${file}`, async () => {
      const [ofEccodes, ofPybufrkit] = await Promise.all(
        decoders.map(async (decoder) => {
          const reports: unknown[] = [];
          for (const { bytes } of read(file).slice(0, MOST)) {
            const subsets = await decoder.decode(bytes, GOING_ON);
            assert.ok(Array.isArray(subsets), `${decoder.title}: ${String(subsets)}`);
            reports.push(...(subsets as BufrSubset[]).map((subset) => surfaceReport(subset, PLAIN_FORM)));
          }
          return reports;
        }),
      );
      const [first] = ofEccodes as Record<string, unknown>[];
      assert.deepEqual(
        [first['station_id'], first['time'], first['temp_out'], first['bar']],
        [station, time, temp, bar],
      );
      assert.deepEqual(ofEccodes, ofPybufrkit.map(inSixDigits));
    });
  }

  it('read a message of 3 07 096, the one-hour data of automatic stations', async () => {
    const script = packageFile('test', 'ingest', 'feeds', 'bufr', 'encode_one_hour.py');
    const message = execFileSync(programs.python, [script]);
    for (const decoder of decoders) {
      const subsets = await decoder.decode(message, GOING_ON);
      assert.ok(Array.isArray(subsets), `${decoder.title}: ${String(subsets)}`);
      const [report] = (subsets as BufrSubset[]).map((subset) => surfaceReport(subset, PLAIN_FORM));
      const { station_id, time, temp_out, out_hum, wind_speed, bar, rain, intervals, units } = report ?? {};
      assert.deepEqual(
        { station_id, time, temp_out, out_hum, wind_speed, bar, rain, intervals, units },
        {
          ...{ station_id: '0-20000-0-06700', time: '2026-03-01T12:00:00Z', temp_out: 281.15, out_hum: 71 },
          ...{ wind_speed: 5.2, bar: 96_510, rain: 1.2, intervals: { rain: 60 } },
          units: { temp_out: 'K', out_hum: '%', wind_speed: 'm/s', bar: 'Pa', rain: 'mm' },
        },
        decoder.title,
      );
    }
  });

  it('say why a message is not decoded', async () => {
    const [{ bytes }] = read('ISND02_LLBD.bufr');
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 60, damaged.length - 4);
    for (const message of [damaged, bytes.subarray(0, 200), Buffer.from('BUFR')]) {
      for (const decoder of decoders) {
        const why = await decoder.decode(message, GOING_ON);
        assert.ok(
          typeof why === 'string' && why.length > 10,
          `${decoder.title}: ${JSON.stringify(why)?.slice(0, 200)}`,
        );
      }
    }
    for (const decoder of decoders) assert.equal(await decoder.decode(bytes, AbortSignal.abort()), null);
  });

  it('are found by the setting, the first installed where it is auto', async () => {
    const { python } = programs;
    const { logger, lines } = keptLogger();
    const found = await installedDecoder({ decoder: 'auto', python }, logger);
    assert.match(found?.title ?? '', /^ecCodes Version 2\./);
    assert.match(lines.join('\n'), /BUFR is decoded by ecCodes/);
    assert.deepEqual(
      decoders.map(({ title }) => title.split(' ')[0]),
      ['ecCodes', 'pybufrkit'],
    );
  });
});

describe('a decoder of BUFR that is not installed', () => {
  it('is told of once, with what would be needed', async () => {
    const { logger, lines } = keptLogger();
    const choice: DecoderChoice = { decoder: 'pybufrkit', python: 'no-such-python' };
    assert.equal(await installedDecoder(choice, logger), null);
    assert.equal(lines.length, 1);
    assert.match(lines[0], /^BUFR becomes dead letters: no decoder is installed, should be pybufrkit/);
  });

  it('is no matter where none is wanted', async () => {
    const { logger, lines } = keptLogger();
    assert.equal(await installedDecoder({ decoder: 'none', python: 'python3' }, logger), null);
    assert.deepEqual(lines, []);
  });
});

/** A log, and the lines that were written to it. */
function keptLogger() {
  const lines: string[] = [];
  return { logger: linesTo((line) => lines.push(line)), lines };
}

/** Numbers as `bufr_dump` writes them. */
function inSixDigits(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'number' ? Number(each.toPrecision(6)) : each,
  );
}
