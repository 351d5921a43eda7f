import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { bufrMessages } from '../../../../ingest/feeds/bufr/bufr-messages.ts';
import { type DecoderChoice, installedDecoder } from '../../../../ingest/feeds/bufr/installed-decoder.ts';
import { bufrItems } from '../../../../ingest/feeds/wis2/bufr-items.ts';
import { PLAIN_FORM } from '../../../../ingest/validation/source-form.ts';
import type { ObservationAnswer } from '../../../../schemas/http/answers/observation-answer.ts';
import { FLAG } from '../../../../schemas/judgement.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import { qualityFlags } from '../../../../schemas/quality-flags/quality-flags.ts';
import type { Outcome, ValueEvidence } from '../../../../schemas/quality-flags/value-evidence.ts';
import { observationMessages } from '../../../../services/observations/bufr/observation-messages.ts';
import { bufrPrograms } from '../../../servers/bufr-programs.ts';
import { someStation } from '../../api/some-records.ts';

const WIGOS = '0-20000-0-06700';
const STATION = someStation({ id: WIGOS, latitude: 46.2475, longitude: 6.12775, elevation: 411 });
const QUALITY = `
import json, sys
from pybufrkit.decoder import Decoder
message = Decoder().process(sys.stdin.buffer.read())
data = message.template_data.value
print(json.dumps([[[str(d), v] for d, v in zip(ds, vs) if str(d).startswith('033')]
  for ds, vs in zip(data.decoded_descriptors_all_subsets, data.decoded_values_all_subsets)]))
`;

const EVIDENCE: ValueEvidence = {
  ...{ outcome: 'passed', grossRange: FLAG.pass, judged: true, methodPassed: true },
  ...{ raisedBy: null, compared: false },
};

/** The flags of a value with an outcome. */
function flag(outcome: Outcome) {
  const { qartod, ...others } = qualityFlags({ ...EVIDENCE, outcome });
  return { flag: qartod, reason: '', score: 1, ...others };
}

function observation(fields: Partial<ObservationAnswer> = {}): ObservationAnswer {
  return {
    network: 'north',
    station_id: WIGOS,
    timestamp: '2026-03-01T11:50:30.000Z',
    ...{ temp_out: 11.6, out_hum: 81, wind_speed: 36, bar: 1009.4, rain: 0.4 },
    extras: {},
    original: { rain: { value: 2.4, unit: 'mm', interval: 60 } },
    source: 'push',
    received: '2026-03-01T11:51:00.000Z',
    flags: {
      temp_out: flag('failed'),
      out_hum: flag('passed'),
      wind_speed: flag('weather'),
      bar: flag('suspect'),
      rain: flag('not_evaluated'),
    },
    ...fields,
  } as ObservationAnswer;
}

const stationOf = (_network: string, id: string) => (id === WIGOS ? STATION : undefined);

describe('observations as BUFR', () => {
  it('are messages of edition 4 with up to 100 reports, which end as they should', async () => {
    const many = Array.from({ length: 201 }, () => observation());
    const messages = bufrMessages(await observationMessages(many, 'own', stationOf));
    assert.deepEqual(
      messages.map(({ bytes }) => [bytes[7], bytes.readUInt16BE(34), bytes.toString('latin1', bytes.length - 4)]),
      [
        [4, 100, '7777'],
        [4, 100, '7777'],
        [4, 1, '7777'],
      ],
    );
    assert.equal((await observationMessages([], 'own', stationOf)).length, 0);
  });

  it('are the same in the units of both answers', async () => {
    const si = observation({ wind_speed: 10, bar: 100_940 });
    assert.deepEqual(
      await observationMessages([si], 'si', stationOf),
      await observationMessages([observation()], 'own', stationOf),
    );
  });
});

describe('observations as BUFR, read by the decoders', function () {
  this.timeout(300_000);
  let python = '';
  before(async function () {
    const found = await bufrPrograms();
    if ('missing' in found) {
      console.log(`      ${found.missing}`);
      return this.skip();
    }
    python = found.python;
  });

  async function itemsOf(data: Buffer, decoder: DecoderChoice['decoder']) {
    const installed = await installedDecoder({ decoder, python }, SILENT);
    assert.ok(installed !== null);
    const otherwise = { station: null, position: null, form: PLAIN_FORM };
    const items = (await bufrItems(data, 'p', otherwise, installed, new AbortController().signal)) ?? [];
    return items.map(({ fields, unreadable }) => fields ?? unreadable);
  }

  for (const decoder of ['eccodes', 'pybufrkit'] as const) {
    it(`come back by ${decoder} as they were`, async () => {
      const other = { station_id: 'alpha', temp_out: null, rain: -1, out_hum: 400, original: {} };
      const data = await observationMessages([observation(), observation(other)], 'own', stationOf);
      const [first, second] = await itemsOf(data, decoder);
      assert.deepEqual(first, {
        station_id: WIGOS,
        station_name: WIGOS,
        time: '2026-03-01T11:50:30Z',
        ...{ latitude: 46.2475, longitude: 6.12775, elevation: 411 },
        ...{ bar: 100_940, temp_out: 284.75, out_hum: 81, wind_speed: 10, rain: 2.4 },
        intervals: { rain: 60 },
        units: { bar: 'Pa', temp_out: 'K', out_hum: '%', wind_speed: 'm/s', rain: 'mm' },
        pressure_level: 'station',
      });
      // What has no place in the descriptor is missing; an id that is no WIGOS identifier is the name.
      assert.deepEqual(second, {
        station_id: null,
        station_name: 'alpha',
        time: '2026-03-01T11:50:30Z',
        ...{ bar: 100_940, wind_speed: 10 },
        units: { bar: 'Pa', wind_speed: 'm/s' },
        pressure_level: 'station',
      });
    });
  }

  it('have pressure at the level of the sea under its own descriptor', async () => {
    const atSea = () => ({ ...STATION, pressureLevel: 'sea_level' as const });
    const [fields] = await itemsOf(await observationMessages([observation()], 'own', atSea), 'eccodes');
    assert.ok(typeof fields === 'object');
    assert.deepEqual([fields['bar'], fields['pressure_reduced_to_mean_sea_level']], [undefined, 100_940]);
  });

  it('have both flags of each value, in the order of the elements', async () => {
    const messages = await observationMessages([observation(), observation({ flags: null })], 'own', stationOf);
    const found = execFileSync(python, ['-I', '-c', QUALITY], { input: messages, encoding: 'utf8' });
    // Pressure at the station and of the sea, temperature, humidity, wind, rain.
    const [gtspp, indication] = [
      [3, null, 4, 1, 2, 0],
      [2, null, 3, 0, 0, 4],
    ];
    const missing = new Array<null>(6).fill(null);
    const pairs = (first: readonly unknown[], second: readonly unknown[]) => [
      ...first.map((value) => ['033050', value]),
      ...second.map((value) => ['033020', value]),
    ];
    assert.deepEqual(JSON.parse(found), [pairs(gtspp, indication), pairs(missing, missing)]);
  });
});
