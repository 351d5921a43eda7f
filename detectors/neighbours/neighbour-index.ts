import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import type { Station } from '../../schemas/station.ts';
import { wrappedLongitude } from '../../schemas/wrapped-longitude.ts';
import { grown } from '../windows/grown.ts';
import type { Neighbour } from './spatial-question.ts';

/** Neighbours kept for a station: twice what a verification uses, so that silent ones can be skipped. */
const NEIGHBOURS_KEPT = 24;

/** Stations that may wait outside the tree before it is built anew: a share of those inside, and never fewer than this. */
const WAITING_LEAST = 64;
const WAITING_SHARE = 1 / 8;

/** Rows take most of the memory: more than a quarter of them empty would cost more than copying does. */
const GROWTH = 1.25;

const NOT_ASKED = 0xff;

/** Where a station stands when it is no item of the tree: nowhere yet, or among those that wait. */
const NOWHERE = -1;
const WAITING = -2;

/**
 * The neighbours of each station of one network: nearest first within a radius, the station itself and retired ones
 * left out. Distances are great circles on a sphere of 6371 km, rounded to the metre; on a tie the identifier decides,
 * so the order in which stations were added cannot matter.
 *
 * Stations are known by their index in the network (that of the window store). A row is worked out when it is first
 * asked for and kept compactly, 8 bytes a neighbour; any change of the network makes all rows stale.
 * Newly added stations are looked through one by one until there are enough of them to build the tree again.
 */
export class NeighbourIndex {
  readonly #radiusKm: number;
  readonly #most: number;
  #ids: string[] = [];
  #latitude = new Float64Array(64);
  #longitude = new Float64Array(64);
  /** 1: may be a neighbour (known position, not retired). */
  #active = new Uint8Array(64);
  /** Item of the tree that holds a station's present position; NOWHERE or WAITING where none does. */
  #inTree = new Int32Array(64).fill(NOWHERE);
  #tree: KDBush | null = null;
  /** Station index of each item of the tree. */
  #treeStations = new Uint32Array(0);
  #waiting: number[] = [];
  /** Rows: neighbours of station i at i * most, nearest first; #counts[i] of them, NOT_ASKED before the first question. */
  #counts = new Uint8Array(64).fill(NOT_ASKED);
  #stale = false;
  #rowStations = new Uint32Array(0);
  #rowMetres = new Uint32Array(0);
  /** The row given out last: a candidate's is asked for several times in a row. */
  #given: readonly Neighbour[] = [];
  #givenOf = NOWHERE;

  /**
   * @param radiusKm largest distance of a neighbour [km], above 0 to 1,000
   * @param most neighbours kept for a station, 1 to 254
   */
  constructor(radiusKm: number, most = NEIGHBOURS_KEPT) {
    this.#radiusKm = radiusKm;
    this.#most = most;
  }

  /**
   * Adds a station or takes over its new registration. Without a finite position it has no neighbours and is none.
   *
   * @param index the station's index in its network, 0 or above
   */
  put(index: number, station: Pick<Station, 'id' | 'latitude' | 'longitude' | 'retired'>): void {
    this.#reserve(index);
    const { latitude, retired } = station;
    // Where the tree's outermost box lies.
    const longitude = wrappedLongitude(station.longitude);
    const active = !retired && Number.isFinite(latitude) && Number.isFinite(longitude) ? 1 : 0;
    const moved = this.#latitude[index] !== latitude || this.#longitude[index] !== longitude;
    if (this.#ids[index] === station.id && !moved && this.#active[index] === active) return;
    this.#ids[index] = station.id;
    this.#latitude[index] = latitude;
    this.#longitude[index] = longitude;
    this.#active[index] = active;
    if (moved && this.#inTree[index] !== WAITING) this.#inTree[index] = NOWHERE;
    if (active === 1 && this.#inTree[index] === NOWHERE) {
      this.#inTree[index] = WAITING;
      this.#waiting.push(index);
    }
    this.#stale = true;
  }

  /** Does what the next question would wait for: with a million stations it takes seconds. */
  prepare(): void {
    this.#buildWhenDue();
  }

  /** Neighbours of a station, nearest first; [] for one that is not known or has no position. */
  of(index: number): readonly Neighbour[] {
    if (this.#ids[index] === undefined) return [];
    if (this.#stale) {
      this.#counts.fill(NOT_ASKED);
      this.#stale = false;
      this.#givenOf = NOWHERE;
    }
    if (index === this.#givenOf) return this.#given;
    if (this.#counts[index] === NOT_ASKED) this.#work(index);
    const count = this.#counts[index];
    const row: Neighbour[] = new Array(count);
    for (let k = 0, at = index * this.#most; k < count; k++, at++) {
      const neighbour = this.#rowStations[at];
      row[k] = { index: neighbour, id: this.#ids[neighbour], km: this.#rowMetres[at] / 1000 };
    }
    this.#given = row;
    this.#givenOf = index;
    return row;
  }

  #work(index: number): void {
    const found = Number.isFinite(this.#latitude[index] + this.#longitude[index]) ? this.#nearest(index) : [];
    if (this.#rowStations.length < this.#counts.length * this.#most) {
      this.#rowStations = grown(this.#rowStations, new Uint32Array(this.#counts.length * this.#most));
      this.#rowMetres = grown(this.#rowMetres, new Uint32Array(this.#counts.length * this.#most));
    }
    this.#counts[index] = found.length;
    for (let k = 0, at = index * this.#most; k < found.length; k++, at++) {
      this.#rowStations[at] = found[k].station;
      this.#rowMetres[at] = found[k].metres;
    }
  }

  #nearest(index: number): Candidate[] {
    this.#buildWhenDue();
    const latitude = this.#latitude[index];
    const longitude = this.#longitude[index];
    const metresTo = (other: number) =>
      Math.round(1000 * distance(longitude, latitude, this.#longitude[other], this.#latitude[other]));
    const found: Candidate[] = [];
    for (const station of this.#waiting) {
      const metres = station === index ? Number.POSITIVE_INFINITY : metresTo(station);
      if (this.#active[station] === 1 && metres <= this.#radiusKm * 1000) found.push({ station, metres });
    }
    if (this.#tree !== null) {
      const wanted = (item: number) => {
        const station = this.#treeStations[item];
        return station !== index && this.#active[station] === 1 && this.#inTree[station] === item;
      };
      // More than are kept are asked for until the farthest is beyond the last one kept: a tie there is for the
      // identifiers to decide, not for the shape of the tree.
      for (let ask = this.#most + 4; ; ask *= 4) {
        // Half a metre more, so that the limit is the rounded distance for the tree too.
        const items = around(this.#tree, longitude, latitude, ask, this.#radiusKm + 0.0005, wanted);
        const stations = items.map((item) => this.#treeStations[item]);
        if (stations.length === ask && metresTo(stations[ask - 1]) <= metresTo(stations[this.#most - 1])) continue;
        for (const station of stations) {
          const metres = metresTo(station);
          if (metres <= this.#radiusKm * 1000) found.push({ station, metres });
        }
        break;
      }
    }
    const ids = this.#ids;
    found.sort((a, b) => a.metres - b.metres || (ids[a.station] < ids[b.station] ? -1 : 1));
    return found.slice(0, this.#most);
  }

  #buildWhenDue(): void {
    const inside = this.#treeStations.length;
    if (this.#waiting.length <= Math.max(WAITING_LEAST, inside * WAITING_SHARE)) return;
    const stations: number[] = [];
    for (let index = 0; index < this.#ids.length; index++) if (this.#active[index] === 1) stations.push(index);
    const tree = new KDBush(stations.length);
    this.#inTree.fill(NOWHERE);
    for (const [item, index] of stations.entries()) {
      tree.add(this.#longitude[index], this.#latitude[index]);
      this.#inTree[index] = item;
    }
    this.#tree = tree.finish();
    this.#treeStations = Uint32Array.from(stations);
    this.#waiting = [];
  }

  #reserve(index: number): void {
    const length = this.#counts.length;
    if (index < length) return;
    const next = Math.max(index + 1, Math.ceil(length * GROWTH));
    this.#latitude = grown(this.#latitude, new Float64Array(next));
    this.#longitude = grown(this.#longitude, new Float64Array(next));
    this.#active = grown(this.#active, new Uint8Array(next));
    this.#inTree = grown(this.#inTree, new Int32Array(next).fill(NOWHERE));
    this.#counts = grown(this.#counts, new Uint8Array(next).fill(NOT_ASKED));
  }
}

interface Candidate {
  readonly station: number;
  readonly metres: number;
}
