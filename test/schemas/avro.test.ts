import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import avsc, { type Schema } from 'avsc';
import fc from 'fast-check';
import { decode, encode, schemaFile, schemaOf } from '../../schemas/avro/codecs.ts';
import { incompatibilities } from '../../schemas/avro/compatibility.ts';
import { typeOf } from '../../schemas/avro/exact-long.ts';
import { WIRE_FORMS } from '../../schemas/avro/wire-forms.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Observation } from '../../schemas/observation.ts';
import { TOPICS, type TopicName, type TopicRecords } from '../../schemas/topics.ts';
import { RECORDS } from './avro-records.ts';

/** A schema or a part of one, as JSON. */
interface Part {
  type: unknown;
  name?: string;
  doc?: string;
  namespace?: string;
  symbols?: string[];
  fields?: (Part & { name: string; default?: unknown })[];
}

const part = (topic: TopicName): Part => JSON.parse(readFileSync(schemaFile(topic), 'utf8')) as Part;
/** Any record of a topic. */
const records = (topic: TopicName): fc.Arbitrary<TopicRecords[TopicName]> => RECORDS[topic];
const versions = new URL('avro-versions/', import.meta.url);
const internal = (error: unknown) => error instanceof HalcyonError && error.code === 'internal';

const OBSERVATION: Observation = {
  network: 'demo',
  station: 'demo-0001',
  time: 1_783_674_000_000,
  values: { temp_out: 21.4, out_hum: 63, wind_speed: 11.9, bar: null, rain: 0 },
  extras: { hi_speed: 24, wind_dir_str: 'NNW' },
  original: {
    wind_speed: { value: 3.3, unit: 'm/s' },
    rain: { value: 4.2, unit: 'mm', kind: 'since_midnight' },
    other_rain: { value: 0.3, unit: 'mm', interval: 5 },
  },
  source: 'push',
  received: 1_783_674_011_123,
};

describe('Avro schemas of the topics', () => {
  for (const topic of TOPICS) {
    describe(topic, () => {
      it('gives back every record as it was', () => {
        const same = fc.property(records(topic), (record) => {
          assert.deepEqual(decode(topic, encode(topic, record)), record);
        });
        fc.assert(same, { seed: 7, numRuns: 200 });
      });

      it('names its evolution rule, and itself in the namespace', () => {
        const schema = part(topic);
        assert.match(schema.doc ?? '', /Evolution: BACKWARD\. A new field has a default/);
        assert.match(schema.doc ?? '', /names and types of fields never change/);
        assert.equal(schema.type, 'record');
        assert.equal(schema.namespace, 'halcyon');
      });

      it('reads what every earlier version wrote', () => {
        for (const version of readdirSync(versions)) {
          const file = new URL(`${version}/${topic}.avsc`, versions);
          // A topic that came later has no earlier version.
          if (!existsSync(file)) continue;
          const older = JSON.parse(readFileSync(file, 'utf8')) as Schema;
          assert.deepEqual(incompatibilities(older, schemaOf(topic)), [], `version ${version}`);
          const writer = typeOf(older);
          // An older writer leaves out the fields that it does not know, and has no record of a kind that came later.
          const written = fc
            .sample(records(topic), { seed: 3, numRuns: 20 })
            .map((record) => WIRE_FORMS[topic].toWire(record as never))
            .filter((wire) => writer.isValid(wire));
          assert.ok(written.length >= 5, `${written.length}`);
          for (const wire of written) decode(topic, writer.toBuffer(wire), older);
        }
      });

      it('keeps times as timestamp-millis', () => {
        const times = JSON.stringify(part(topic)).match(/timestamp-millis/g) ?? [];
        assert.equal(times.length > 0, topic !== 'baselines');
      });

      it('refuses what does not fit', () => {
        assert.throws(() => encode(topic, {} as never), internal);
        assert.throws(() => decode(topic, Buffer.alloc(0)), internal);
        const [record] = fc.sample(records(topic), { seed: 5, numRuns: 1 });
        assert.throws(() => decode(topic, Buffer.concat([encode(topic, record), Buffer.from([0])])), internal);
      });
    });
  }

  it('keep numbers, times and absent kinds of an observation exactly', () => {
    const read = decode('observations', encode('observations', OBSERVATION));
    assert.deepEqual(read, OBSERVATION);
    assert.equal('kind' in read.original['wind_speed'], false);
    assert.equal('interval' in read.original['wind_speed'], false);
    const large = { ...OBSERVATION, time: Number.MAX_SAFE_INTEGER, received: -Number.MAX_SAFE_INTEGER };
    assert.deepEqual(decode('observations', encode('observations', large)), large);
  });

  it('refuse a whole number that would be rounded', () => {
    assert.throws(() => encode('observations', { ...OBSERVATION, time: 2 ** 53 }), internal);
    assert.throws(() => encode('observations', { ...OBSERVATION, time: 0.5 }), internal);
    const schema = { type: 'record', name: 'Progress', namespace: 'halcyon', fields: [{ name: 'n', type: 'long' }] };
    const beyond = Buffer.from('808080808080808001', 'hex');
    assert.throws(() => typeOf(schema as Schema).fromBuffer(beyond), RangeError);
  });

  it('are small: an observation of five values takes a fraction of its JSON', () => {
    const bytes = encode('observations', { ...OBSERVATION, extras: {}, original: {} });
    assert.ok(bytes.length < 100, `${bytes.length} bytes`);
  });
});

describe('backward compatibility', () => {
  /** The schema of observations before `extras` and the value of `rain` were added. */
  function olderObservations(): Schema {
    const schema = part('observations');
    const values = schema.fields?.find((field) => field.name === 'values')?.type as Part;
    values.fields = values.fields?.filter((field) => field.name !== 'rain') ?? [];
    schema.fields = schema.fields?.filter((field) => field.name !== 'extras') ?? [];
    return schema as unknown as Schema;
  }

  /** The present schema of observations, changed. */
  function changed(change: (fields: NonNullable<Part['fields']>) => void): Schema {
    const schema = part('observations');
    change(schema.fields ?? []);
    return schema as unknown as Schema;
  }

  const present = schemaOf('observations');

  it('lets a newer reader understand an older writer', () => {
    const older = olderObservations();
    const bytes = avsc.Type.forSchema(older).toBuffer(OBSERVATION);
    assert.deepEqual(decode('observations', bytes, older), {
      ...OBSERVATION,
      values: { ...OBSERVATION.values, rain: null },
      extras: {},
    });
    assert.deepEqual(incompatibilities(older, present), []);
  });

  it('reads rain and stations of a writer that knew no intervals', () => {
    const observations = changed((fields) => {
      const [{ values }] = fields.filter(({ name }) => name === 'original').map(({ type }) => type as { values: Part });
      values.fields = values.fields?.filter((field) => field.name !== 'interval') ?? [];
    });
    const stations = part('stations');
    const later = ['rainInterval', 'manufacturer', 'model'];
    stations.fields = stations.fields?.filter(({ name }) => !later.includes(name ?? '')) ?? [];
    const olderStations = stations as unknown as Schema;
    const interval = { rain: { value: 0.3, unit: 'mm', interval: 5 } };
    const bytes = typeOf(observations).toBuffer(WIRE_FORMS.observations.toWire({ ...OBSERVATION, original: interval }));
    assert.deepEqual(decode('observations', bytes, observations).original, { rain: { value: 0.3, unit: 'mm' } });
    const [station] = fc.sample(RECORDS.stations, { seed: 7, numRuns: 1 });
    const older = typeOf(olderStations).toBuffer(WIRE_FORMS.stations.toWire({ ...station, rainInterval: 5 }));
    const undeclared = { rainInterval: null, manufacturer: null, model: null };
    assert.deepEqual(decode('stations', older, olderStations), { ...station, ...undeclared });
    assert.deepEqual(incompatibilities(observations, present), []);
    assert.deepEqual(incompatibilities(olderStations, schemaOf('stations')), []);
  });

  it('accepts a new field with a default', () => {
    const newer = changed((fields) => fields.push({ name: 'quality', type: 'int', default: 0 }));
    assert.deepEqual(incompatibilities(present, newer), []);
  });

  it('refuses a new field without a default', () => {
    const newer = changed((fields) => fields.push({ name: 'quality', type: 'int' }));
    assert.deepEqual(incompatibilities(present, newer), ['the field quality is new and has no default']);
  });

  it('refuses a field of another type and a renamed one', () => {
    const retyped = changed((fields) => {
      for (const field of fields) if (field.name === 'source') field.type = 'int';
    });
    const renamed = changed((fields) => {
      for (const field of fields) if (field.name === 'source') field.name = 'origin';
    });
    assert.deepEqual(incompatibilities(present, retyped), [
      'the field source has another type: cannot read "string" as "int"',
    ]);
    assert.deepEqual(incompatibilities(present, renamed), ['the field origin is new and has no default']);
  });

  it('accepts a new symbol of an enum and refuses one that is gone', () => {
    const letters = schemaOf('dead-letters');
    const withSymbols = (change: (symbols: string[]) => string[]): Schema => {
      const schema = part('dead-letters');
      const reason = schema.fields?.find((field) => field.name === 'reason')?.type as Part;
      reason.symbols = change(reason.symbols ?? []);
      return schema as unknown as Schema;
    };
    const more = withSymbols((symbols) => [...symbols, 'too_large']);
    assert.deepEqual(incompatibilities(letters, more), []);
    const fewer = withSymbols((symbols) => symbols.slice(1));
    assert.match(incompatibilities(letters, fewer).join(), /^the field reason has another type: /);
  });
});
