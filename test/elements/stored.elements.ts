import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CsvColumns } from '../../ingest/feeds/csv/csv-columns.ts';
import type { CsvMapping } from '../../ingest/feeds/csv/csv-mapping.ts';
import { readObservation } from '../../ingest/validation/observation-fields.ts';
import { Refusal } from '../../ingest/validation/refusal.ts';
import { decode, encode, schemaOf } from '../../schemas/avro/codecs.ts';
import { incompatibilities } from '../../schemas/avro/compatibility.ts';
import type { Values } from '../../schemas/observation.ts';
import { byVariable, type Variable } from '../../schemas/variables.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../services/stores/opening/open-time-series.ts';
import { DAY, observation, START } from '../services/stores/records.ts';

interface ValuesField {
  readonly name: string;
  readonly type: { readonly fields?: readonly object[] };
}

const GUST = 'wind_gust' as Variable;
const SOLAR = 'solar_radiation' as Variable;
const WINDY: Values = { ...byVariable(() => null), temp_out: 20, wind_speed: 30, [GUST]: 51.5, [SOLAR]: 640 };

describe('elements of an observation', () => {
  it('are read by their own name, the one of CF or that of a logger, in any of their units', () => {
    const reading = readObservation(
      {
        station_id: 'a',
        time: '2026-09-01T00:00:00Z',
        wind_speed: 5,
        hi_speed: 10,
        units: { hi_speed: 'm/s' },
        leaf: 3,
      },
      'north',
      START + DAY,
    );
    assert.ok(!(reading instanceof Refusal));
    assert.equal(reading.values[GUST], 36);
    assert.equal(reading.values[SOLAR], null);
    assert.deepEqual(reading.extras, { leaf: 3 });
    assert.deepEqual(reading.original[GUST], { value: 10, unit: 'm/s' });
  });

  // A column of another name was dropped where its element was kept: the values were in no place.
  it('are read from a column of a file by each of their names, and from one alone', () => {
    const fieldsOf = (header: string, row: string) => {
      const columns = CsvColumns.of(header, 'observations', { units: { hi_speed: 'm/s' } } as CsvMapping);
      if (typeof columns === 'string') return assert.fail(columns);
      const fields = columns.read(row);
      if (typeof fields === 'string') return assert.fail(fields);
      const reading = readObservation(fields, 'north', START + DAY);
      return reading instanceof Refusal ? assert.fail(reading.detail) : reading;
    };
    const row = 'a,2026-09-01T00:00:00Z,10';
    for (const name of ['wind_gust', 'hi_speed', 'wind_speed_of_gust'])
      assert.equal(fieldsOf(`station_id,time,${name}`, row).values[GUST], 36, name);
    const both = fieldsOf('station_id,time,wind_gust,hi_speed', `${row},90`);
    assert.equal(both.values[GUST], 36);
    assert.deepEqual(both.extras, {});
  });

  it('go through the log, and records from before they were kept are read', () => {
    const record = observation('north', 'a', START, { values: WINDY });
    assert.deepEqual(decode('observations', encode('observations', record)), record);
    const whole = schemaOf('observations');
    const present = whole as unknown as { readonly fields: readonly ValuesField[] };
    const older = {
      ...present,
      fields: present.fields.map((field) =>
        field.name === 'values' ? { ...field, type: { ...field.type, fields: field.type.fields?.slice(0, 5) } } : field,
      ),
    } as unknown as typeof whole;
    assert.deepEqual(incompatibilities(older, whole), []);
  });
});

describe('elements in the store', () => {
  let folder = '';
  let store: OpenedTimeSeries;
  before(async function () {
    this.timeout(60_000);
    folder = mkdtempSync(join(tmpdir(), 'halcyon-elements-'));
    store = await openTimeSeries({ dataFolder: folder, role: 'system' });
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are given back as they were stored, in rows and in columns', async () => {
    const stored = observation('north', 'a', START, { values: WINDY });
    await store.insertObservations([stored]);
    const { items } = await store.observations({ network: 'north', station: 'a', from: START, to: START, limit: 1 });
    assert.deepEqual(items[0].observation.values, WINDY);
    for await (const block of store.observationBlocks(
      { network: 'north', from: START, to: START + DAY },
      new AbortController().signal,
    )) {
      assert.deepEqual([...block.values[GUST]], [51.5]);
    }
  });

  it('are told by the stretch in which a network has values of them', async () => {
    await store.insertObservations([observation('north', 'a', START, { values: WINDY })]);
    assert.deepEqual(await store.elements('north', START, START), ['solar_radiation', 'wind_gust']);
    assert.deepEqual(await store.elements('north', START + 1, START + DAY), []);
    assert.deepEqual(await store.elements('south', START, START), []);
  });
});
