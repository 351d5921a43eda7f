import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Anomaly } from '../../../../schemas/anomaly.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import { StoredNetworks } from '../../../../services/datasets/networks/dataset-networks.ts';
import { networkAddress, type TableName } from '../../../../services/datasets/networks/network-address.ts';
import { NETWORK_TABLES } from '../../../../services/datasets/networks/network-tables.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../../services/stores/opening/open-time-series.ts';
import { NO_VALUES } from '../../../no-values.ts';
import { folderWithTimeSeries } from '../../stores/made-folders.ts';
import {
  anomaly,
  DAY,
  fault,
  faultValue,
  faultVersion,
  HOUR,
  judgement,
  lateJudgement,
  MINUTE,
  ODD,
  observation,
  START,
  station,
} from '../../stores/records.ts';
import { NO_RULES } from './fake-store.ts';
import { parquetRows } from './parquet-rows.ts';

/** A name that has to be percent-encoded. */
const NETWORK = ODD.replaceAll('/', '');
const END = START + DAY;
/** Numbers that a careless conversion changes. */
const HARD = [0.1 + 0.2, 1 / 3, 5e-324, 1.7976931348623157e308, 2 ** 53 - 1, -1e-7, 1e21, 123456789.12345679];

describe('networks of a store as Parquet', () => {
  let folder = '';
  let runs = '';
  let store: OpenedTimeSeries;
  let networks: StoredNetworks;

  before(async () => {
    folder = await folderWithTimeSeries();
    runs = mkdtempSync(join(tmpdir(), "halcyon-run's [x]*-"));
    store = await openTimeSeries({ dataFolder: folder });
    networks = new StoredNetworks({ store, experts: NO_RULES }, Date.now);
    await store.insertStations([station(NETWORK, 's1'), station('other', 's1')]);
    await store.insertObservations([...observations(), ...notAsked()]);
    await store.insertJudgements([
      judgement(NETWORK, 's1', START, START + HOUR),
      lateJudgement(NETWORK, 's1', START + 20 * MINUTE, START + HOUR),
      // Judged after all, once by another configuration: in time.
      lateJudgement(NETWORK, 's2', START + 20 * MINUTE, START + HOUR),
      judgement(NETWORK, 's2', START + 20 * MINUTE, START + 2 * HOUR),
      // Flagged; the anomaly `d` of the same time says what it is.
      judgement(NETWORK, "t'3 ☂", END, END, { flag: 3, reason: '', score: 12.5 }),
    ]);
    await store.insertAnomalies([...anomalies(), ...notLast()]);
    const unjudged = faultValue(START + HOUR);
    await store.insertFaults([faultVersion(fault(NETWORK, 'f1', { station: 's2' }), [UNDER_FAULT, unjudged])]);
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(runs, { recursive: true, force: true });
  });

  async function written(table: TableName, order: string) {
    const address = networkAddress(NETWORK, table, { from: START, to: END });
    const path = await networks.write(address, runs, new AbortController().signal);
    const { columns } = NETWORK_TABLES[table];
    const { types, rows } = await parquetRows(
      path,
      order,
      columns.map(({ name }) => `"${name}"`),
    );
    const expected = columns.map(({ name, type }) => [name, type === 'TIMESTAMP' ? 'TIMESTAMP WITH TIME ZONE' : type]);
    assert.deepEqual(types, Object.fromEntries(expected));
    assert.ok(
      readdirSync(runs).every((name) => name.endsWith('.parquet')),
      'nothing is left beside the files',
    );
    return rows;
  }

  it('gives every observation of a stretch with all that came', async () => {
    const rows = await written('observations', 'station_id, timestamp');
    const late = (it: Observation) => it.station === 's1' && it.time === START + 20 * MINUTE;
    assert.deepEqual(
      rows.map(withoutWords),
      observations().map((it) => ({
        network: NETWORK,
        station_id: it.station,
        timestamp: new Date(it.time),
        ...it.values,
        ...extrasOf(it),
        ...flagsOf(it),
        ...faultsOf(it),
        late: late(it),
        source: it.source,
        received: new Date(it.received),
      })),
    );
  });

  it('gives the last version of every anomaly of a stretch', async () => {
    const rows = await written('anomalies', 'anomaly_id');
    assert.deepEqual(rows.map(withoutWords), anomalies().map(anomalyRow));
  });

  it('lists what was stored, and the address it gives is one that is written', async () => {
    const list = await networks.list();
    assert.deepEqual(
      list.map(({ network }) => network).sort(),
      [NETWORK, 'other'].sort((one, other) => (one < other ? -1 : 1)),
    );
    const own = list.find(({ network }) => network === NETWORK);
    const urls = own?.graph.nodes.map(({ properties }) => properties['contentUrl']).filter((url) => url !== undefined);
    const counts = [];
    for (const url of urls ?? []) {
      const path = await networks.write(String(url), runs, new AbortController().signal);
      counts.push((await parquetRows(path, '1', ['count(*) AS n'])).rows[0]['n']);
    }
    assert.deepEqual(counts, [BigInt(observations().length + 2), BigInt(anomalies().length + 1)]);
  });
});

/** What the tests expect to find, in the order of stations and times. */
function observations(): Observation[] {
  const all = {
    hi_temp: 21.5,
    low_temp: -0.25,
    wind_dir: 337.5,
    wind_dir_str: 'NNW',
    hi_speed: 0.1 + 0.2,
    hi_dir: 350,
    hi_dir_str: ODD,
  };
  return [
    observation(NETWORK, 's1', START, { extras: all }),
    observation(NETWORK, 's1', START + 10 * MINUTE, { values: NO_VALUES, source: 'import' }),
    // Texts where numbers are expected, numbers where texts are, and what has no column.
    observation(NETWORK, 's1', START + 20 * MINUTE, {
      extras: { wind_dir: 'SW', wind_dir_str: 225, battery: '3.1', [ODD]: ODD, on: 'true', empty: '' },
    }),
    observation(NETWORK, 's1', START + 30 * MINUTE + 1, {
      values: { ...NO_VALUES, wind_speed: 36 },
      original: { wind_speed: { value: 10, unit: 'm/s' }, rain: { value: 12.25, unit: 'mm', interval: 60 } },
      extras: { ...all, half: '\ud800' },
    }),
    // Of two revisions the one accepted later.
    observation(NETWORK, 's1', START + HOUR, { received: START + 5 * HOUR + 7, values: { ...NO_VALUES, rain: 0.2 } }),
    ...HARD.map((value, n) =>
      observation(NETWORK, 's2', START + n * 10 * MINUTE, {
        values: { temp_out: value, out_hum: -value, wind_speed: null, bar: value, rain: null },
        extras: { hi_temp: value },
      }),
    ),
    observation(NETWORK, "t'3 ☂", END),
  ];
}

/** Of other stretches, of another network, and what a later revision has replaced. */
function notAsked(): Observation[] {
  return [
    observation(NETWORK, 's1', START - 1),
    observation(NETWORK, 's1', END + 1),
    observation(NETWORK, 's1', START + HOUR, { received: START + 2 * HOUR }),
    observation('other', 's1', START + HOUR),
  ];
}

/** The columns of extras and of what was converted, by hand for those that have any. */
function extrasOf({ station: id, time, extras, original }: Observation): Record<string, unknown> {
  const columns = ['hi_temp', 'low_temp', 'wind_dir', 'wind_dir_str', 'hi_speed', 'hi_dir', 'hi_dir_str'];
  const row = Object.fromEntries(columns.map((name) => [name, extras[name] ?? null]));
  const text = (value: object) => (Object.keys(value).length === 0 ? null : JSON.stringify(value));
  const rest = { extras: text(extras), original: text(original) };
  if (id === 's1' && time === START + 20 * MINUTE) return { ...row, wind_dir: null, wind_dir_str: null, ...rest };
  return { ...row, ...rest };
}

/** The columns of one value's flags, by hand: QARTOD, MADIS descriptor, applied and failed, BUFR 0 33 020 and 0 33 050. */
type Flags = readonly [number, string, number, number, number, number];
const PASSED: Flags = [1, 'S', 19, 0, 0, 1];
const MISSING: Flags = [9, 'Z', 0, 0, 7, 15];
const NOBODY_LOOKED: Flags = [2, 'Z', 0, 0, 4, 0];
const FAILED: Flags = [4, 'Q', 83, 81, 3, 4];
const WEATHER: Flags = [1, 'V', 83, 0, 0, 2];
/** The method passed it, its fault does not. */
const FAULTY: Flags = [4, 'Q', 83, 81, 3, 4];
const UNVERIFIED: Flags = [4, 'Q', 19, 17, 3, 4];

/** @param names of the columns, in that order */
function flagCells(names: readonly string[], flags: Flags | null): Record<string, unknown> {
  const cells = names.map((name, index) => {
    const cell = flags === null ? null : flags[index];
    return [name, typeof cell === 'number' && /madis/.test(name) ? BigInt(cell) : cell];
  });
  return Object.fromEntries(cells);
}

const VOCABULARIES = ['madis_descriptor', 'madis_qca', 'madis_qcr', 'bufr_033020', 'bufr_033050'];

/** A row without the columns that say in words or numbers why: their texts are tested where they are made. */
function withoutWords(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => !/^(temp_out|out_hum|wind_speed|bar|rain)_(reason|score)$|qartod_tests$/.test(name),
    ),
  );
}

/** Of each judgement pressure is missing. */
function flagsOf({ station: id, time }: Observation): Record<string, unknown> {
  const judged: Record<string, readonly [temperature: Flags, others: Flags]> = {
    [`s1 ${START}`]: [FAILED, PASSED],
    [`s1 ${START + 20 * MINUTE}`]: [NOBODY_LOOKED, NOBODY_LOOKED],
    [`s2 ${START + 20 * MINUTE}`]: [FAULTY, PASSED],
    [`t'3 ☂ ${END}`]: [FAILED, PASSED],
  };
  const found = judged[`${id} ${time}`];
  return Object.assign(
    {},
    ...VARIABLES.map((variable) => {
      const flags = variable === 'temp_out' ? found?.[0] : variable === 'bar' ? found && MISSING : found?.[1];
      return flagCells(
        ['flag', ...VOCABULARIES].map((name) => `${variable}_${name}`),
        flags ?? null,
      );
    }),
  );
}

/** The one value under a fault that was judged. */
const UNDER_FAULT = faultValue(START + 20 * MINUTE, { estimate: 0.1 + 0.2, uncertainty: 0.35 });

function faultsOf({ station: id, time }: Observation): Record<string, unknown> {
  const isUnder = (variable: Variable) => variable === 'temp_out' && id === 's2' && time === UNDER_FAULT.time;
  return Object.fromEntries(
    VARIABLES.flatMap((variable) => [
      [`${variable}_fault_id`, isUnder(variable) ? 'f1' : null],
      [`${variable}_best_estimate`, isUnder(variable) ? 0.3 : null],
      [`${variable}_estimate_uncertainty`, isUnder(variable) ? 0.35 : null],
    ]),
  );
}

/** What the tests expect to find, in the order of ids. */
function anomalies(): Anomaly[] {
  return [
    anomaly(NETWORK, 'a', {
      state: 'settled',
      final: true,
      version: 'v2',
      baseline: 'b7',
      judged: START + 2 * HOUR + 1,
    }),
    anomaly(NETWORK, 'b', {
      variable: 'rain',
      time: START + 3 * HOUR + 5,
      reason: ODD,
      stationName: ODD,
      evidence: {},
      spatial: { enabled: false, method: 'pearson', correlation: 0, neighborsChecked: 0, neighbors: [] },
    }),
    ...HARD.map((value, n) =>
      anomaly(NETWORK, `c${n}`, {
        time: START + n * HOUR,
        classification: 'weather_event',
        actual: value,
        expected: -value,
        deviation: value,
        score: value,
        scale: value,
        threshold: value,
      }),
    ),
    anomaly(NETWORK, 'd', { time: END, station: "t'3 ☂" }),
  ];
}

/** Versions that others replace, what was taken back, and what is elsewhere; one of them is in the extent of all. */
function notLast(): Anomaly[] {
  return [
    anomaly(NETWORK, 'a', { version: 'v1' }),
    anomaly(NETWORK, 'w', { version: 'v1' }),
    anomaly(NETWORK, 'w', { version: 'v2', state: 'withdrawn', judged: START + 2 * HOUR }),
    anomaly(NETWORK, 'x', { time: END + 1 }),
    anomaly('other', 'y'),
  ];
}

function anomalyRow(it: Anomaly): Record<string, unknown> {
  return {
    station_id: it.station,
    station_name: it.stationName,
    variable: it.variable,
    timestamp: new Date(it.time),
    actual_value: it.actual,
    expected_value: sixDecimals(it.expected),
    deviation: Number.isFinite(it.actual - it.expected) ? sixDecimals(it.actual - sixDecimals(it.expected)) : 0,
    temporal_method: it.temporalMethod,
    classification: it.classification,
    machine_classification: null,
    override_classification: null,
    override_reason: null,
    override_by: null,
    override_at: null,
    maintenance: null,
    spatial_verification_enabled: it.spatial.enabled,
    spatial_verification_method: it.spatial.method,
    spatial_verification_correlation: it.spatial.correlation,
    spatial_verification_neighbors_checked: BigInt(it.spatial.neighborsChecked),
    spatial_verification_neighbors: it.spatial.neighbors,
    anomaly_id: it.id,
    network: it.network,
    check: it.check,
    score: sixDecimals(it.score),
    scale: sixDecimals(it.scale),
    threshold: it.threshold,
    units: it.variable === 'rain' ? 'mm' : 'degC',
    reason: it.reason,
    state: it.state,
    version: it.version,
    baseline: it.baseline,
    ...flagCells(
      ['qartod', ...VOCABULARIES].map((name) => `flags_${name}`),
      it.classification === 'weather_event' ? WEATHER : it.spatial.enabled ? FAILED : UNVERIFIED,
    ),
    judged: new Date(it.judged),
    final: it.final,
    configuration: it.configuration,
    evidence: Object.keys(it.evidence).length === 0 ? null : JSON.stringify(it.evidence),
  };
}

/** As answers have numbers: six decimals, where a double has so many, and finite ones. */
function sixDecimals(value: number): number {
  if (!Number.isFinite(value)) return value < 0 ? -Number.MAX_VALUE : Number.MAX_VALUE;
  return Math.abs(value) < 1e9 ? Number(value.toFixed(6)) + 0 : value;
}
