import { stationAddress } from '../address/route.ts';
import type { AnomalyAnswer, ObservationAnswer, StationAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { drawing, element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { shownDeparture, shownDistance } from '../state/variables.ts';
import { HOUR_MS, isoOf } from '../time/moments.ts';
import { changesFrom, type Frame, type Point, pathOf } from './series.ts';

/** What is shown of each station before and after the anomaly [ms]. */
const BEFORE_MS = 4 * HOUR_MS;
const AFTER_MS = 2 * HOUR_MS;
/** Size of a small chart, in its own units. */
const SIZE = { width: 200, height: 64 };

/** What the evidence says of a neighbour, where it does. */
interface NeighbourEvidence {
  readonly id: string;
  readonly km: number;
  /** How much of the departure it shared: 1 for all of it. */
  readonly share: number;
  readonly lagMinutes: number | null;
}

/** A neighbour with its values around the anomaly. */
interface Seen {
  readonly id: string;
  readonly name: string;
  readonly changes: readonly Point[];
  readonly evidence: NeighbourEvidence | undefined;
}

/**
 * What each neighbour did around an anomaly, beside what the station did: a small chart for each, all of one scale, as
 * changes from the hours before.
 */
export async function neighboursSideBySide(
  api: Api,
  anomaly: AnomalyAnswer & { readonly evidence: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
): Promise<HTMLElement> {
  const { neighbors } = anomaly.spatial_verification;
  if (neighbors.length === 0) return element('p', { class: 'soft' }, message('evidence.none_asked'));
  const time = Date.parse(anomaly.timestamp);
  const told = evidenceOf(anomaly.evidence);
  const own = await changesOf(api, anomaly, anomaly.station_id, time, signal);
  const seen = await Promise.all(
    neighbors.map(async (id): Promise<Seen> => {
      const address = `/api/v1/stations/${encodeURIComponent(id)}?network=${encodeURIComponent(anomaly.network)}`;
      const [station, changes] = await Promise.all([
        api.get<StationAnswer>(address, signal).catch(() => null),
        changesOf(api, anomaly, id, time, signal),
      ]);
      return { id, name: station?.station_name ?? id, changes, evidence: told.get(id) };
    }),
  );
  const values = [own, ...seen.map(({ changes }) => changes)]
    .flat()
    .flatMap(({ value }) => (value === null ? [] : [value]));
  const low = values.reduce((a, b) => Math.min(a, b), 0);
  const high = values.reduce((a, b) => Math.max(a, b), 0);
  const room = Math.max(high - low, 1e-9) * 0.08;
  const frame: Frame = { ...SIZE, from: time - BEFORE_MS, to: time + AFTER_MS, low: low - room, high: high + room };
  return element('div', { class: 'neighbours' }, ...seen.map((one) => smallChart(anomaly, one, own, frame, time)));
}

function smallChart(
  anomaly: AnomalyAnswer,
  { id, name, changes, evidence }: Seen,
  own: readonly Point[],
  frame: Frame,
  time: number,
): HTMLElement {
  const x = ((time - frame.from) / (frame.to - frame.from)) * frame.width;
  const at = changes.findLast((point) => point.value !== null && point.time <= time);
  const moved =
    at?.value === null || at === undefined ? message('evidence.no_value') : shownDeparture(anomaly.variable, at.value);
  const lag = evidence?.lagMinutes ?? null;
  const words = [
    evidence === undefined ? '' : shownDistance(evidence.km),
    message('evidence.then', { change: moved }),
    lag === null || lag === 0 ? '' : message(lag > 0 ? 'evidence.after' : 'evidence.before', { n: Math.abs(lag) }),
  ];
  return element(
    'figure',
    {},
    element(
      'figcaption',
      {},
      element('a', { href: stationAddress(anomaly.network, id, anomaly.timestamp) }, name),
      element('span', { class: 'soft' }, words.filter(Boolean).join(', ')),
    ),
    drawing(
      'svg',
      {
        viewBox: `0 0 ${frame.width} ${frame.height}`,
        role: 'img',
        'aria-label': message('evidence.at_time', { name, change: moved }),
      },
      drawing('line', { class: 'moment', x1: x, x2: x, y1: 0, y2: frame.height }),
      drawing('path', { class: 'own', d: pathOf(own, frame) }),
      drawing('path', { class: 'neighbour', d: pathOf(changes, frame) }),
    ),
  );
}

async function changesOf(
  api: Api,
  { network, variable }: AnomalyAnswer,
  station: string,
  time: number,
  signal: AbortSignal,
): Promise<Point[]> {
  const query = new URLSearchParams({
    network,
    station,
    flags: 'false',
    from: isoOf(time - BEFORE_MS),
    to: isoOf(time + AFTER_MS),
  });
  const observations = await api.all<ObservationAnswer>(`/api/v1/observations?${query}`, 'observations', signal);
  const points = observations.map((one) => ({ time: Date.parse(one.timestamp), value: one[variable] })).reverse();
  return changesFrom(points, time);
}

/** The evidence is free-form by method: only what has the expected form is used. */
function evidenceOf(evidence: Readonly<Record<string, unknown>>): Map<string, NeighbourEvidence> {
  const list: unknown = evidence['neighbours'];
  if (!Array.isArray(list)) return new Map();
  return new Map(list.filter(isEvidence).map((one) => [one.id, one]));
}

function isEvidence(one: Partial<NeighbourEvidence> | null): one is NeighbourEvidence {
  return typeof one?.id === 'string' && typeof one.km === 'number';
}
