import { mercator, WORLD } from '../../schemas/mercator.ts';
import { countStates, MAP_ZOOM, STATES_GRAVEST_FIRST, type StationState } from '../../schemas/station-state.ts';
import { isInsideBox } from '../stores/inside-box.ts';
import type { Box } from '../stores/time-series-store.ts';
import type { StationInBrief } from './station-states.ts';

/** A network of so many stations at most is shown station by station at every zoom. */
const LARGEST_SHOWN_SINGLY = 2_000;
/** Stations are shown one by one from the zoom on at which no tile of 256 pixels has more of them. */
const MOST_OF_TILE = 200;
/** Cells of groups are tiles of a zoom that is higher by so much: 64 pixels wide. */
const CELL_ZOOM = 2;

/** Stations that share a cell. */
interface GroupAtMoment {
  /** Web Mercator tile: zoom/x/y. */
  readonly cell: string;
  readonly count: number;
  /** Mean of the stations' positions [degrees]. */
  readonly latitude: number;
  readonly longitude: number;
  /** The gravest. */
  readonly state: StationState;
  readonly provisional: boolean;
  readonly counts: Readonly<Record<StationState, number>>;
  /** Time of the newest report, ms since the epoch; null where there was none for a month. */
  readonly seen: number | null;
}

/** What a map shows of a network. */
export interface StatesByZoom<T extends StationInBrief> {
  readonly singleFrom: number;
  readonly states: readonly T[];
  readonly groups: readonly GroupAtMoment[];
}

/**
 * What a map shows at a zoom: stations, and below the zoom at which these can be told apart groups of those that share a
 * cell. A station alone in its cell is shown by itself. Cells are those of the world, and a group is of its whole cell: the
 * same wherever the view is.
 *
 * @param states of the whole network
 * @param view the zoom, 0 to 18, and the box that is looked at; without a box everything
 * @param where those stations are on a map, where that is known already
 */
export function statesByZoom<T extends StationInBrief>(
  states: readonly T[],
  { zoom, box }: { readonly zoom: number; readonly box?: Box | undefined },
  { places, singleFrom }: PlacesOnMap = placesOnMap(states),
): StatesByZoom<T> {
  if (zoom >= singleFrom) {
    const shown = states.filter(({ station }) => box === undefined || isInsideBox(box, station));
    return { singleFrom, states: shown, groups: [] };
  }
  const cellZoom = zoom + CELL_ZOOM;
  const isShown = inCellsOf(box, cellZoom);
  const cells = new Map<number, T[]>();
  for (const [k, state] of states.entries()) {
    const [x, y] = tileAt(places[k], cellZoom);
    if (!isShown(x, y)) continue;
    const key = y * 2 ** cellZoom + x;
    const members = cells.get(key);
    if (members === undefined) cells.set(key, [state]);
    else members.push(state);
  }
  const ordered = [...cells].sort(([a], [b]) => a - b);
  const alone = new Set(ordered.flatMap(([, members]) => (members.length === 1 ? members : [])));
  return {
    singleFrom,
    states: states.filter((state) => alone.has(state)),
    groups: ordered
      .filter(([, members]) => members.length > 1)
      .map(([key, members]) => groupOf(key, cellZoom, members)),
  };
}

function groupOf(key: number, cellZoom: number, members: readonly StationInBrief[]): GroupAtMoment {
  const counts = countStates(members);
  const state = STATES_GRAVEST_FIRST.find((one) => counts[one] > 0) ?? 'not_judged';
  const side = 2 ** cellZoom;
  const mean = (of: 'latitude' | 'longitude') =>
    Number((members.reduce((sum, { station }) => sum + station[of], 0) / members.length).toFixed(6));
  return {
    cell: `${cellZoom}/${key % side}/${Math.floor(key / side)}`,
    count: members.length,
    latitude: mean('latitude'),
    longitude: mean('longitude'),
    state,
    provisional: members.every((member) => member.state !== state || member.provisional),
    counts,
    seen: newestSeen(members),
  };
}

/** Time of the newest report of some stations, ms since the epoch; null where there was none for a month. */
export function newestSeen(states: readonly StationInBrief[]): number | null {
  return states.reduce<number | null>(
    (newest, { seen }) => (seen !== null && (newest === null || seen > newest) ? seen : newest),
    null,
  );
}

type Place = readonly [x: number, y: number];

/** Where stations are on a map. */
export interface PlacesOnMap {
  /** Web Mercator, in the order of the stations. */
  readonly places: readonly Place[];
  /** The lowest zoom at which they are shown one by one. */
  readonly singleFrom: number;
}

/** Finds where stations are on a map, and from which zoom on they can be told apart. */
export function placesOnMap(stations: readonly Pick<StationInBrief, 'station'>[]): PlacesOnMap {
  const places = stations.map(({ station }) => mercator(station.latitude, station.longitude));
  return { places, singleFrom: firstSingle(places) };
}

/** The lowest zoom at which stations are shown one by one. */
function firstSingle(places: readonly Place[]): number {
  if (places.length <= LARGEST_SHOWN_SINGLY) return MAP_ZOOM.least;
  // No tile has more stations than the one that it is a part of.
  let [low, high]: [number, number] = [MAP_ZOOM.least, MAP_ZOOM.most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fullestTile(places, middle) > MOST_OF_TILE) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fullestTile(places: readonly Place[], zoom: number): number {
  const counts = new Map<number, number>();
  let fullest = 0;
  for (const place of places) {
    const [x, y] = tileAt(place, zoom);
    const key = y * 2 ** zoom + x;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    fullest = Math.max(fullest, count);
  }
  return fullest;
}

/** The tile of a zoom that a place is in. */
function tileAt([x, y]: Place, zoom: number): Place {
  const side = 2 ** zoom;
  const along = (at: number) => Math.max(0, Math.min(side - 1, Math.floor((at / WORLD) * side)));
  return [along(x), along(y)];
}

/** Says which cells a box touches; all where there is none. */
function inCellsOf(box: Box | undefined, cellZoom: number): (x: number, y: number) => boolean {
  if (box === undefined) return () => true;
  const [left, top] = tileAt(mercator(box.north, box.west), cellZoom);
  const [right, bottom] = tileAt(mercator(box.south, box.east), cellZoom);
  return (x, y) => x >= left && x <= right && y >= top && y <= bottom;
}
