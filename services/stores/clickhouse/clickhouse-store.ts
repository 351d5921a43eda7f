import type { Extent } from '../../../ingest/observation-source.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Assessment } from '../../../schemas/assessment.ts';
import type { Baseline, OwnDay } from '../../../schemas/baseline.ts';
import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Fault, SensorCondition } from '../../../schemas/fault.ts';
import type { Judgement } from '../../../schemas/judgement.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { ValueCounts } from '../../../schemas/reports/value-counts.ts';
import type { Station } from '../../../schemas/station.ts';
import type { ToldWeatherEvent } from '../../../schemas/weather-event.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import type { StationMoments } from '../roles/station-moments.ts';
import type {
  AnomalyQuery,
  DeadLetterQuery,
  FaultQuery,
  HourSums,
  JudgedObservation,
  JudgedUntil,
  LastingCondition,
  ObservationBlock,
  ObservationQuery,
  OpenFaults,
  Page,
  PlacedFaultValue,
  ReportedSlots,
  ReportScope,
  StationQuery,
  StationReports,
  StorePosition,
  StretchQuery,
  TimeSeriesStore,
  UpToSlot,
  VerdictMark,
} from '../time-series-store.ts';
import { anomalyPage, anomalyVersions } from './anomaly-lists.ts';
import { assessmentsWhere, settledSlots } from './assessments.ts';
import { baselineDay, baselinesOf } from './baseline-lists.ts';
import { ClickHouseInserts } from './clickhouse-inserts.ts';
import { Conditions } from './conditions.ts';
import { deadLetterById, deadLetterPage } from './dead-letter-lists.ts';
import { ClickHouseDisk } from './disk.ts';
import { reportedElements } from './element-columns.ts';
import * as faultLists from './fault-lists.ts';
import { readHourSums } from './hour-sums.ts';
import { judgedObservations } from './judged-observations.ts';
import { KeptStations } from './kept-stations.ts';
import { correctedJudgements } from './late-corrections.ts';
import { anomaliesJudged, observationsReceived } from './latest-arrivals.ts';
import { removeNetwork } from './network-removal.ts';
import { readObservationBlocks } from './observation-blocks.ts';
import { readHistory } from './observation-reader.ts';
import { readOwnDays } from './own-day-reader.ts';
import { readReportColumns } from './report-reader.ts';
import { readReportedSlots } from './reported-slots.ts';
import { RowSearcher } from './row-searcher.ts';
import { ruleOf } from './rule-rows.ts';
import { allStations, stationById, stationPage } from './station-lists.ts';
import { stationMoments } from './station-moments.ts';
import { stationReports } from './station-reports.ts';
import type { StoreClient } from './store-client.ts';
import { positionOf } from './stored-parts.ts';
import { valueCounts } from './value-counts.ts';
import { verdictMarks } from './verdict-marks.ts';
import { weatherEvents, weatherEventsJudged } from './weather-lists.ts';
import { countReceived, readWindowReports } from './window-reader.ts';

/** The time series on ClickHouse's engine, server or embedded. Its tables are made by `migrate`. */
export class ClickHouseStore extends ClickHouseInserts implements TimeSeriesStore {
  readonly search: RowSearcher;
  readonly disk: ClickHouseDisk;
  readonly #client: StoreClient;
  readonly #stations: KeptStations;

  constructor(client: StoreClient) {
    super(client);
    this.#client = client;
    this.#stations = new KeptStations(client);
    this.search = new RowSearcher(client);
    this.disk = new ClickHouseDisk(client);
  }

  correctedJudgements(observations: readonly Observation[], latenessSlots: number): Promise<Judgement[]> {
    return correctedJudgements(this.#client, observations, latenessSlots);
  }

  async networks(): Promise<string[]> {
    const rows = await this.#client.rows<[string]>(
      `SELECT network FROM (SELECT DISTINCT network FROM stations UNION DISTINCT SELECT DISTINCT network FROM observations)
       ORDER BY network`,
    );
    return rows.map(([network]) => network);
  }

  allStations(network?: string | readonly string[]): Promise<Station[]> {
    return typeof network === 'string' ? this.#stations.of(network) : allStations(this.#client, network);
  }

  stations(query: StationQuery): Promise<Page<Station>> {
    return stationPage(this.#client, query);
  }

  station(network: string, id: string): Promise<Station | null> {
    return stationById(this.#client, network, id);
  }

  async extent(network: string): Promise<Extent | null> {
    const rows = await this.#client.rows<[count: number, first: number, last: number]>(
      `SELECT count(), toUnixTimestamp64Milli(min(time)), toUnixTimestamp64Milli(max(time)) FROM observations
       WHERE network = {network:String}`,
      { network },
    );
    const [count, first, last] = rows[0] ?? [0, 0, 0];
    return count === 0 ? null : { first, last };
  }

  elements(network: string, from: number, to: number): Promise<readonly string[]> {
    return reportedElements(this.#client, network, from, to);
  }

  readObservations(network: string, from: number, to: number, withoutLate = false) {
    return readHistory(this.#client, { network, from, to, withoutLate });
  }

  reportColumns(network: string, from: number, to: number) {
    return readReportColumns(this.#client, { network, from, to, withoutLate: false });
  }

  windowReports(
    network: string,
    fromSlot: number,
    toSlot: number,
    scope: ReportScope = {},
  ): AsyncIterable<readonly WindowReport[]> {
    return readWindowReports(this.#client, { network, low: fromSlot, high: toSlot, ...scope });
  }

  position(): Promise<StorePosition> {
    return positionOf(this.#client, 'observations');
  }

  countReceived(
    network: string,
    fromSlot: number,
    toSlot: number,
    since: StorePosition,
    receivedAfter: number,
  ): Promise<number> {
    return countReceived(this.#client, { network, low: fromSlot, high: toSlot, since }, receivedAfter);
  }

  observations(query: ObservationQuery): Promise<Page<JudgedObservation>> {
    return judgedObservations(this.#client, query);
  }

  observationBlocks(query: StretchQuery, signal: AbortSignal): AsyncIterable<ObservationBlock> {
    return readObservationBlocks(this.#client, query, signal);
  }

  valueCounts(query: StretchQuery): Promise<ValueCounts> {
    return valueCounts(this.#client, query);
  }

  async assessments(network: string, from: number, to: number): Promise<Assessment[]> {
    const where = new Conditions().equal('network', network).between(from, to);
    return [...(await assessmentsWhere(this.#client, where, [network])).values()];
  }

  anomalies(query: AnomalyQuery): Promise<Page<Anomaly>> {
    return anomalyPage(this.#client, query);
  }

  anomaly(id: string): Promise<Anomaly[]> {
    return anomalyVersions(this.#client, id);
  }

  stationMoments(network: string, time: number, stations: readonly string[]): Promise<StationMoments> {
    return stationMoments(this.#client, network, time, stations);
  }

  stationReports(network: string, from: number, to: number, stations?: readonly string[]): Promise<StationReports[]> {
    return stationReports(this.#client, { network, from, to, stations });
  }

  reportedSlots(network: string, from: number, to: number): AsyncIterable<readonly ReportedSlots[]> {
    return readReportedSlots(this.#client, network, from, to);
  }

  verdictMarks(network: string, from: number, to: number): Promise<VerdictMark[]> {
    return verdictMarks(this.#client, network, from, to);
  }

  observationsReceived(since: number, most: number, writtenSince?: number): Promise<Observation[]> {
    return observationsReceived(this.#client, since, most, writtenSince);
  }

  anomaliesJudged(since: number, most: number): Promise<Anomaly[]> {
    return anomaliesJudged(this.#client, since, most);
  }

  faults(query: FaultQuery): Promise<Page<Fault>> {
    return faultLists.faultPage(this.#client, query);
  }

  fault(id: string): Promise<Fault | null> {
    return faultLists.faultById(this.#client, id);
  }

  faultsOver(network: string, from: number, to: number, station?: string): Promise<Fault[]> {
    return faultLists.faultsOver(this.#client, network, from, to, station);
  }

  openFaults(): Promise<OpenFaults[]> {
    return faultLists.openFaults(this.#client);
  }

  faultValues(network: string, from: number, to: number, station?: string): Promise<PlacedFaultValue[]> {
    return faultLists.faultValues(this.#client, network, from, to, station);
  }

  sensorConditions(network: string, at: number | UpToSlot): Promise<SensorCondition[]> {
    return faultLists.sensorConditions(this.#client, network, at);
  }

  faultAnomalies(network: string, faults: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return faultLists.faultAnomalies(this.#client, network, faults);
  }

  lastingCondition(network: string, slot: number): Promise<LastingCondition | null> {
    return faultLists.lastingCondition(this.#client, network, slot);
  }

  hourSums(network: string, stations: readonly string[], from: number, to: number): AsyncIterable<readonly HourSums[]> {
    return readHourSums(this.#client, { network, stations, from, to });
  }

  faultsJudged(since: number, most: number): Promise<Fault[]> {
    return faultLists.faultsJudged(this.#client, since, most);
  }

  weatherEvents(network: string, from: number, to: number): Promise<ToldWeatherEvent[]> {
    return weatherEvents(this.#client, network, from, to);
  }

  weatherEventsJudged(since: number, most: number): Promise<ToldWeatherEvent[]> {
    return weatherEventsJudged(this.#client, since, most);
  }

  baselines(network: string, fromDay: number, toDay: number): Promise<Baseline[]> {
    return baselinesOf(this.#client, network, fromDay, toDay);
  }

  ownDays(network: string, fromDay: number, toDay: number): AsyncIterable<readonly OwnDay[]> {
    return readOwnDays(this.#client, network, fromDay, toDay);
  }

  ownLevels(network: string, fromDay: number, toDay: number): AsyncIterable<readonly OwnDay[]> {
    return readOwnDays(this.#client, network, fromDay, toDay, true);
  }

  stationBaselines(network: string, station: string, fromDay: number, toDay: number): Promise<Baseline[]> {
    return baselinesOf(this.#client, network, fromDay, toDay, station);
  }

  baselineDay(network: string, toDay: number): Promise<number | null> {
    return baselineDay(this.#client, network, toDay);
  }

  async judgedUntil(): Promise<JudgedUntil[]> {
    return Array.from(await settledSlots(this.#client), ([network, slot]) => ({ network, slot }));
  }

  async rules(network?: string | readonly string[]): Promise<ExpertRule[]> {
    const where = new Conditions().equal('network', network);
    const rows = await this.#client.rows<[string]>(
      `SELECT body FROM rules FINAL WHERE ${where.sql} ORDER BY network, id`,
      where.parameters,
    );
    return rows.map(([body]) => ruleOf(body));
  }

  deadLetters(query: DeadLetterQuery): Promise<Page<DeadLetter>> {
    return deadLetterPage(this.#client, query);
  }

  deadLetter(id: string): Promise<DeadLetter | null> {
    return deadLetterById(this.#client, id);
  }

  removeNetwork(network: string): Promise<void> {
    return removeNetwork(this.#client, network);
  }

  async check(): Promise<string> {
    const rows = await this.#client.rows<[string]>('SELECT version()');
    return rows[0]?.[0] ?? '';
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
