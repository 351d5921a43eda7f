import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
});
