import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertClass } from '../schemas/alert.ts';
import type { Anomaly } from '../schemas/anomaly.ts';
import { type Fault, faultId } from '../schemas/fault.ts';
import { SLOT_MS, SLOTS_PER_DAY, timeOfSlot } from '../schemas/time.ts';
import { previewRule } from '../services/alerts/preview/rule-preview.ts';
import type { RuleDefinition } from '../services/alerts/rules/alert-rule.ts';
import { openCatalogue } from '../services/stores/opening/open-catalogue.ts';
import { openTimeSeries } from '../services/stores/opening/open-time-series.ts';
import { StoreSource } from '../services/stores/store-source.ts';
import type { Figure } from './figure.ts';
import { MadeHistory, madeStation, NETWORK } from './made-history.ts';

const DAYS = 31;
const NEWEST_SLOT = 2_900_000;
const FIRST_SLOT = NEWEST_SLOT - DAYS * SLOTS_PER_DAY;
const HOUR_MS = 3_600_000;
/** Of each station that has faults: so many, each with so many anomalies, spread over the days. */
const FAULTS = 4;
const ANOMALIES = 12;

/** A network at the limit of what a preview looks at, and the rule that it is previewed for. */
interface Limit {
  readonly classes: readonly AlertClass[];
  readonly stations: number;
  /** Slots between two reports of a station; none where nothing is read of them. */
  readonly every: number | null;
  readonly faults?: boolean;
}

const LIMITS: readonly Limit[] = [
  { classes: ['silent'], stations: 10_000, every: 6 },
  { classes: ['silent', 'outage'], stations: 500, every: 1 },
  { classes: ['poor_health'], stations: 1_000, every: 1 },
  { classes: ['device_failure', 'suspected'], stations: 500, every: null, faults: true },
];

function faultOf(station: string, k: number): Fault {
  const start = timeOfSlot(NEWEST_SLOT - SLOTS_PER_DAY * (2 + 6 * k));
  const end = start + (ANOMALIES - 1) * SLOT_MS;
  return {
    ...{ id: faultId(NETWORK, station, 'temp_out', start, 'bench'), network: NETWORK, station, variable: 'temp_out' },
    ...{ stationName: station, kind: 'level', start, end, named: start, known: start, recovered: end + SLOT_MS },
    ...{ offset: 9, uncertainty: 1, ratio: null, minutes: null, unit: null, swappedWith: null, ceiling: null },
    ...{
      adjusted: false,
      unknownSince: null,
      values: ANOMALIES,
      state: 'settled',
      certainty: 'failure',
      neighbors: [],
      anomalyIds: [],
    },
    ...{ reason: 'reads 9.0 degC above its neighbours', configuration: 'bench', version: `v${k}`, judged: end },
  };
}

/** An anomaly under a fault, with evidence as a verdict against twelve neighbours has it. */
function anomalyOf({ station, start, id }: Fault, k: number): Anomaly {
  const time = start + k * SLOT_MS;
  return {
    ...{ id: `${id.slice(0, 28)}${k.toString(16).padStart(4, '0')}`, network: NETWORK, station, stationName: station },
    ...{ variable: 'temp_out', slot: time / SLOT_MS, time, actual: 25, expected: 16, deviation: 9, score: 22.5 },
    ...{ temporalMethod: 'arima', check: 'arima', scale: 0.4, threshold: 5, classification: 'device_failure' },
    ...{ reason: '0 of 12 neighbours show this change', baseline: null, configuration: 'bench', state: 'settled' },
    spatial: { enabled: true, method: 'pearson', correlation: 0, neighborsChecked: 12, neighbors: [] },
    evidence: { neighbors: Array.from({ length: 12 }, (_, n) => ({ station: madeStation(n), change: n / 10 })) },
    ...{ final: true, version: `v${k}`, judged: time + 3 * HOUR_MS },
  };
}

/**
 * How long the preview of an alert rule takes on the largest networks that it looks at: thirty days of silences, outages, health
 * and faults.
 */
export async function rulePreviews(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const limit of LIMITS) figures.push(await previewAt(limit));
  return figures;
}

async function previewAt({ classes, stations, every, faults = false }: Limit): Promise<Figure> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'halcyon-rule-preview-'));
  try {
    await MadeHistory.in(dataFolder, async (history) => {
      await history.stations(stations);
      await history.reports(stations, every === null ? NEWEST_SLOT : FIRST_SLOT, NEWEST_SLOT, every ?? 1);
    });
    const store = await openTimeSeries({ dataFolder, role: 'system' });
    const catalogue = await openCatalogue({ dataFolder });
    try {
      if (faults) {
        const made = Array.from({ length: stations * FAULTS }, (_, k) =>
          faultOf(madeStation(Math.floor(k / FAULTS)), k % FAULTS),
        );
        await store.insertFaults(
          made.map((fault) => ({ kind: 'fault', network: NETWORK, station: fault.station, fault, values: [] })),
        );
        await store.insertAnomalies(
          made.flatMap((fault) => Array.from({ length: ANOMALIES }, (_, k) => anomalyOf(fault, k))),
        );
      }
      const now = timeOfSlot(NEWEST_SLOT) + SLOT_MS / 2;
      const sources = {
        ...{ statements: catalogue, store, source: new StoreSource(store, 'the store'), now: () => now },
        ...{ experts: { rules: async () => [] }, windowMs: 6 * HOUR_MS, settlesAfterMs: 3 * HOUR_MS },
      };
      const started = performance.now();
      const { alerts } = await previewRule(sources, ruleOf(classes), new AbortController().signal);
      const value = (performance.now() - started) / 1000;
      const name = `preview of ${classes.join(' and ')}, ${stations} stations, ${alerts.length} alerts`;
      return { name, value, unit: 's', goal: '<= 10' };
    } finally {
      await catalogue.close();
      await store.close();
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

function ruleOf(classes: readonly AlertClass[]): RuleDefinition {
  const anywhere = { networks: null, stations: null, variables: null, box: null, area: null };
  const told = { severity: 'warning', channels: [{ type: 'feed' }] } as const;
  return { name: 'bench', enabled: true, classes, minDurationMinutes: null, ...anywhere, ...told };
}
