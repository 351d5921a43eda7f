import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertClass } from '../schemas/alert.ts';
import type { Observation } from '../schemas/observation.ts';
import { SLOT_MS, timeOfSlot } from '../schemas/time.ts';
import { ConditionEngine } from '../services/alerts/conditions/condition-engine.ts';
import { addRule, deleteRule } from '../services/alerts/records/rule-records.ts';
import type { RuleDefinition } from '../services/alerts/rules/alert-rule.ts';
import { openCatalogue } from '../services/stores/opening/open-catalogue.ts';
import { openTimeSeries } from '../services/stores/opening/open-time-series.ts';
import { StoreSource } from '../services/stores/store-source.ts';
import type { Figure } from './figure.ts';
import { NETWORK, networkOf } from './made-network.ts';

const STATIONS = 10_000;
/** Two days: as far as a look for silence goes back. */
const SLOTS = 289;
const FIRST_SLOT = 2_900_000;
/** One in so many stations has been silent for three hours. */
const SILENT = 100;
const SILENT_SLOTS = 18;
/** Between two looks at the health [ms]. */
const HOUR_MS = 3_600_000;

/** What every station that is not silent reports in a slot. */
function reportsAt(slot: number): Observation[] {
  const time = timeOfSlot(slot);
  const isLast = slot > FIRST_SLOT + SLOTS - 1 - SILENT_SLOTS;
  return Array.from({ length: STATIONS }, (_, index) => ({
    ...{ network: NETWORK, station: `s${index}`, time, extras: {}, original: {}, source: 'push', received: time },
    values: {
      temp_out: 10 + 5 * Math.sin(slot / 23) + ((index * 7 + slot) % 15) / 10,
      out_hum: 60 + ((index + slot) % 20),
      wind_speed: 5 + ((index * 3 + slot) % 70) / 10,
      bar: 1010 + ((index + slot * 5) % 30) / 10,
      rain: 0,
    },
  })).filter((_, index) => !isLast || index % SILENT !== 0);
}

/** A rule that asks for some conditions. */
function ruleOf(classes: readonly AlertClass[]): RuleDefinition {
  const anywhere = { networks: null, stations: null, variables: null, box: null, area: null };
  const told = { severity: 'warning', channels: [{ type: 'feed' }] } as const;
  return { name: 'bench', enabled: true, classes, minDurationMinutes: null, ...anywhere, ...told };
}

/**
 * How long one look at the conditions of 10,000 stations takes that report every ten minutes, of which a hundred are silent: the
 * first, which opens their alerts, and the next.
 */
export async function conditionLooks(): Promise<Figure[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'halcyon-condition-looks-'));
  const store = await openTimeSeries({ dataFolder, role: 'system' });
  const catalogue = await openCatalogue({ dataFolder });
  try {
    const { registered } = networkOf(STATIONS, Math.random);
    await store.insertStations(registered.filter((station) => station !== undefined));
    for (let slot = 0; slot < SLOTS; slot++) await store.insertObservations(reportsAt(FIRST_SLOT + slot));
    let now = timeOfSlot(FIRST_SLOT + SLOTS - 1) + SLOT_MS / 2;
    const engine = new ConditionEngine({
      catalogue,
      source: new StoreSource(store, 'the store'),
      reports: (...stretch) => store.stationReports(...stretch),
      experts: { rules: async () => [] },
      now: () => now,
    });
    const figures: Figure[] = [];
    for (const classes of [['silent'], ['silent', 'outage'], ['poor_health']] as const) {
      const { id } = await addRule(catalogue, randomUUID(), ruleOf(classes), 'bench', now - HOUR_MS);
      for (const which of ['first', 'next']) {
        now += classes[0] === 'poor_health' ? HOUR_MS : SLOT_MS / 2;
        const started = performance.now();
        await engine.lookAround(new AbortController().signal);
        const value = (performance.now() - started) / 1000;
        figures.push({
          name: `${which} look for ${classes.join(' and ')}, ${STATIONS} stations`,
          value,
          unit: 's',
          goal: '',
        });
      }
      await deleteRule(catalogue, id, 'bench', now);
      now += SLOT_MS / 2;
      await engine.lookAround(new AbortController().signal);
    }
    return figures;
  } finally {
    await catalogue.close();
    await store.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
