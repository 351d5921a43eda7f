import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { FaultRecord } from '../../../schemas/fault.ts';
import type { Judgement } from '../../../schemas/judgement.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import type { ToldWeatherEvent } from '../../../schemas/weather-event.ts';
import type { JudgedUntil, LastingCondition } from '../time-series-store.ts';
import { ANOMALY_COLUMNS, anomalyCells } from './anomaly-rows.ts';
import { BASELINE_COLUMNS, baselineCells } from './baseline-rows.ts';
import { DEAD_LETTER_COLUMNS, deadLetterCells } from './dead-letter-rows.ts';
import * as faultRows from './fault-rows.ts';
import { insertPieces } from './insert-pieces.ts';
import { judgementRows } from './judgement-rows.ts';
import type { NativeRows } from './native-rows.ts';
import { newestFaults } from './newest-faults.ts';
import { observationRows } from './observation-rows.ts';
import { RULE_COLUMNS, ruleCells } from './rule-rows.ts';
import { STATION_COLUMNS, stationCells } from './station-rows.ts';
import type { StoreClient } from './store-client.ts';
import { WEATHER_COLUMNS, weatherCells } from './weather-rows.ts';

/** Pieces of one call that are stored at once: one is prepared or written while another is read in. */
const INSERTS_AT_ONCE = 2;
const DAY_MS = 86_400_000;

/** Inserts into the tables of the time series on ClickHouse's engine, each record by the columns of its table. */
export class ClickHouseInserts {
  readonly #client: StoreClient;

  constructor(client: StoreClient) {
    this.#client = client;
  }

  insertStations(stations: readonly Station[]): Promise<void> {
    return this.#insert('stations', STATION_COLUMNS, stations, stationCells);
  }

  insertObservations(observations: readonly Observation[]): Promise<void> {
    return this.#insertNative('observations', observations, observationRows, timeOf);
  }

  insertJudgements(judgements: readonly Judgement[]): Promise<void> {
    return this.#insertNative('judgements', judgements, judgementRows, timeOf);
  }

  insertAnomalies(anomalies: readonly Anomaly[]): Promise<void> {
    return this.#insert('anomalies', ANOMALY_COLUMNS, anomalies, anomalyCells, timeOf);
  }

  async insertFaults(records: readonly FaultRecord[]): Promise<void> {
    const versions = records.filter((record) => record.kind === 'fault');
    const conditions = records.filter((record) => record.kind === 'condition');
    const values = versions.flatMap((version) =>
      faultRows.faultValueRows(version).map((cells, k) => ({ cells, time: version.values[k].time })),
    );
    await this.#insert('fault_values', faultRows.FAULT_VALUE_COLUMNS, values, ({ cells }) => cells, timeOf);
    const faults = newestFaults(versions.map(({ fault }) => fault));
    await this.#insert('faults', faultRows.FAULT_COLUMNS, faults, faultRows.faultCells, ({ named }) => named);
    await this.#insert('sensor_conditions', faultRows.CONDITION_COLUMNS, conditions, faultRows.conditionCells);
  }

  insertBaselines(baselines: readonly Baseline[]): Promise<void> {
    return this.#insert('baselines', BASELINE_COLUMNS, baselines, baselineCells, ({ day }) => day * DAY_MS);
  }

  insertDeadLetters(letters: readonly DeadLetter[]): Promise<void> {
    return this.#insert('dead_letters', DEAD_LETTER_COLUMNS, letters, deadLetterCells);
  }

  insertRules(rules: readonly ExpertRule[]): Promise<void> {
    return this.#insert('rules', RULE_COLUMNS, rules, ruleCells);
  }

  insertJudgedUntil(marks: readonly JudgedUntil[]): Promise<void> {
    return this.#insert('judged_until', ['network', 'slot'], marks, (mark) => [mark.network, mark.slot]);
  }

  insertLastingConditions(conditions: readonly LastingCondition[]): Promise<void> {
    const names = ['network', 'slot', 'content'] as const;
    return this.#insert('lasting_conditions', names, conditions, (it) => names.map((name) => it[name]));
  }

  insertWeatherEvents(events: readonly ToldWeatherEvent[]): Promise<void> {
    return this.#insert('weather_events', WEATHER_COLUMNS, events, weatherCells, ({ start }) => start);
  }

  #insert<T>(
    table: string,
    columns: readonly string[],
    records: readonly T[],
    cellsOf: (record: T) => readonly unknown[],
    partitionTime?: (record: T) => number,
  ): Promise<void> {
    return eachPiece(insertPieces(records, partitionTime), (piece) =>
      this.#client.insert(table, columns, piece.map(cellsOf)),
    );
  }

  /** Where many are stored: column by column. */
  #insertNative<T>(
    table: string,
    records: readonly T[],
    rowsOf: (records: readonly T[]) => NativeRows,
    partitionTime: (record: T) => number,
  ): Promise<void> {
    return eachPiece(insertPieces(records, partitionTime), (piece) => {
      const rows = rowsOf(piece);
      return this.#client.insertBlock(table, rows.columns, rows.block());
    });
  }
}

function timeOf({ time }: { readonly time: number }): number {
  return time;
}

async function eachPiece<T>(pieces: readonly T[], insert: (piece: T) => Promise<void>): Promise<void> {
  let next = 0;
  const insertPiecesInTurn = async (): Promise<void> => {
    while (next < pieces.length) await insert(pieces[next++]);
  };
  await Promise.all(Array.from({ length: INSERTS_AT_ONCE }, insertPiecesInTurn));
}
