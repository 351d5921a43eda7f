import type { Anomaly } from '../../../schemas/anomaly.ts';
import { SLOTS_PER_HOUR } from '../../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../../schemas/variables.ts';

/** A real case that shows how a verdict comes about. */
export interface ChosenCase {
  /** Name of its picture: `front`, `spike`, `stuck`, `freeze`. */
  readonly name: string;
  readonly anomaly: Anomaly;
}

/** Neighbours that a case is to have, so that one sees what they say. */
const NEIGHBOURS = 5;
/** Agreement with the neighbours that a front has at least: most of them moved. */
const FOLLOWED = 0.5;
/** Slots around a stuck sensor in which no more than so many other stations may be in doubt: else it is the feed. */
const AROUND = 3 * SLOTS_PER_HOUR;
const OTHERS = 2;

/** Departure in documented floors of the variable, so that variables can be held against each other. */
function inFloors({ deviation, variable }: Anomaly): number {
  return Math.abs(deviation) / VARIABLE_SPECIFICATIONS[variable].floor;
}

function largest(anomalies: readonly Anomaly[], size: (anomaly: Anomaly) => number = inFloors): Anomaly | undefined {
  return anomalies.reduce<Anomaly | undefined>(
    (most, one) => (most === undefined || size(one) > size(most) ? one : most),
    undefined,
  );
}

/** The `suspected` of the slot and variable in which most stations are: everything jumps when a feed goes on. */
function atOnce(suspected: readonly Anomaly[]): readonly Anomaly[] {
  const groups = new Map<string, Anomaly[]>();
  for (const anomaly of suspected) {
    const key = `${anomaly.slot}|${anomaly.variable}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [anomaly]);
    else group.push(anomaly);
  }
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), []);
}

/**
 * Chooses a case of each kind, the largest departure where there are several: weather that the neighbours shared (`front`), a
 * failure that a method found (`spike`), a sensor that stood still while few others were in doubt (`stuck`), and a station
 * among many that jumped at once when the feed went on (`freeze`). A kind that the anomalies do not have is left out.
 */
export function chosenCases(anomalies: readonly Anomaly[]): ChosenCase[] {
  const compared = anomalies.filter(({ spatial }) => spatial.neighborsChecked >= NEIGHBOURS);
  const doubted = anomalies.filter(
    ({ check, classification }) => check === 'flat_line' || classification === 'suspected',
  );
  const alone = ({ slot, station }: Anomaly) => {
    const others = doubted.filter((one) => one.station !== station && Math.abs(one.slot - slot) <= AROUND);
    return new Set(others.map((one) => one.station)).size <= OTHERS;
  };
  const found = {
    front: largest(
      compared.filter((one) => one.classification === 'weather_event' && one.spatial.correlation >= FOLLOWED),
    ),
    // By its score: after a spike the forecast is wide, and what departs from it most may be the return.
    spike: largest(
      compared.filter(
        (one) => one.classification === 'device_failure' && one.check === one.temporalMethod && alone(one),
      ),
      ({ score }) => score,
    ),
    stuck: largest(compared.filter((one) => one.check === 'flat_line' && alone(one))),
    freeze: largest(atOnce(anomalies.filter(({ classification }) => classification === 'suspected'))),
  };
  return Object.entries(found).flatMap(([name, anomaly]) => (anomaly === undefined ? [] : [{ name, anomaly }]));
}
