import type { ObservationSource } from '../../../ingest/observation-source.ts';
import { type AlertClass, isCondition } from '../../../schemas/alert.ts';
import { overlayOf } from '../../experts/overlay.ts';
import type { RuleRegister } from '../../experts/rule-register.ts';
import type { Statements } from '../../stores/catalogue.ts';
import type { NetworkRegistry } from '../../stores/roles/network-registry.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import type { Alert } from '../records/alert-records.ts';
import { silencesFrom } from '../records/silence-records.ts';
import type { AlertRule, RuleDefinition } from '../rules/alert-rule.ts';
import { PreviewBook, type ToldEvent } from './preview-book.ts';
import { type PastOfNetwork, previewHealth, previewReports } from './previewed-conditions.ts';
import { type FaultSources, previewFaults } from './previewed-faults.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How far back it is looked. */
const PREVIEW_DAYS = 30;
/** Most stations of all networks by what is read of them: marks of slots, observations, anomalies with their evidence. */
const MOST = { silent: 10_000, outage: 500, poorHealth: 1_000, faults: 500 } as const;
/** Days of stations of which the health may be looked at: each look reads a day. */
const HEALTH_STATION_DAYS = 12_000;
const HEALTH_EVERY_HOURS = [6, 12, 24] as const;

/** What a preview is made from. */
export interface PreviewSources extends FaultSources {
  readonly store: FaultSources['store'] &
    Pick<NetworkRegistry, 'networks' | 'allStations'> &
    Pick<ObservationStore, 'reportedSlots' | 'stationReports'>;
  /** What people say of anomalies. */
  readonly experts: Pick<RuleRegister, 'rules'>;
  readonly statements: Statements;
  readonly source: ObservationSource;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** What was not looked at, and why. */
interface LeftOut {
  readonly network: string;
  readonly classes: readonly AlertClass[];
  readonly reason: string;
}

/** What a rule would have told in the last days. Times in ms since the epoch. */
export interface RulePreview {
  readonly from: number;
  readonly to: number;
  /** In the order in which they would have opened. */
  readonly alerts: readonly Alert[];
  /** In the order of their times. */
  readonly told: readonly ToldEvent[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * What a rule would have told in the last 30 days, had it been there: what is stored by now passes by once more, and the code of the
 * running system decides. Nothing is stored.
 *
 * @throws the reason of the signal; what the stores throw
 */
export async function previewRule(
  sources: PreviewSources,
  definition: RuleDefinition,
  signal: AbortSignal,
): Promise<RulePreview> {
  const to = sources.now();
  const from = to - PREVIEW_DAYS * DAY_MS;
  const rule = ruleFrom(definition, from);
  const book = new PreviewBook(rule, await silencesFrom(sources.statements, from));
  const leftOut: LeftOut[] = [];
  const room: Room = { ...MOST };
  for (const network of definition.networks ?? (await sources.store.networks())) {
    const stations = new Map((await sources.store.allStations(network)).map((station) => [station.id, station]));
    const overlay = await overlayOf(sources.experts, { network });
    const past = { network, stations, overlay, from, to };
    leftOut.push(...(await previewNetwork(sources, past, { book, rule, room }, signal)));
  }
  return { from, to, alerts: book.alerts, told: book.told.toSorted((a, b) => a.at - b.at), leftOut };
}

/** Stations that may still be read. */
type Room = Record<keyof typeof MOST, number>;

async function previewNetwork(
  sources: PreviewSources,
  past: PastOfNetwork,
  { book, rule, room }: { readonly book: PreviewBook; readonly rule: AlertRule; readonly room: Room },
  signal: AbortSignal,
): Promise<LeftOut[]> {
  const { network, stations } = past;
  const { size } = stations;
  const leftOut: LeftOut[] = [];
  /** True where there is room for the network; else it is noted. */
  const takes = (name: Exclude<keyof Room, 'faults'>, asked: AlertClass) => {
    if (!rule.classes.includes(asked)) return false;
    const fits = size <= room[name];
    if (fits) room[name] -= size;
    else leftOut.push({ network, classes: [asked], reason: tooLarge(size, MOST[name]) });
    return fits;
  };
  const asked = (['silent', 'outage'] as const).filter((name) => takes(name, name));
  if (asked.length > 0) await previewReports(sources, past, { book, rule: { ...rule, classes: asked } }, signal);
  if (takes('poorHealth', 'poor_health')) {
    const everyMs = healthEvery(size) * HOUR_MS;
    await previewHealth(sources.source, past, { book, rule, everyMs }, signal);
  }
  const { concerned, looked } = await previewFaults(sources, past, { book, rule, most: room.faults }, signal);
  room.faults -= looked;
  if (looked < concerned) {
    const reason = `${concerned} stations have faults or anomalies: ${looked} of them were looked at`;
    leftOut.push({ network, classes: rule.classes.filter((name) => !isCondition(name)), reason });
  }
  return leftOut;
}

/** Hours between two looks at the health of so many stations. */
function healthEvery(stations: number): number {
  const most = HEALTH_STATION_DAYS / Math.max(1, stations);
  return HEALTH_EVERY_HOURS.find((hours) => (PREVIEW_DAYS * 24) / hours <= most) ?? 24;
}

function tooLarge(stations: number, most: number): string {
  return `${stations} stations: a preview looks at up to ${most}`;
}

/** The rule as it would have been there from a time on [ms since the epoch]. */
function ruleFrom(definition: RuleDefinition, from: number): AlertRule {
  const made = { created: from, createdBy: '', updated: from, updatedBy: '' };
  return { ...definition, ...made, id: 'preview', enabled: true, since: Number.NEGATIVE_INFINITY, deleted: false };
}
