import { type Fault, isFaultOfDays, showsAtOnce } from '../../schemas/fault.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import { isAtRest } from '../checks/standing-anemometer.ts';
import { isSaturated } from '../windows/still-runs.ts';
import { amountOf, durationOf, momentOf, numberOf, sideOf } from '../words/quantities.ts';

const MINUTE_MS = 60_000;
/** A share below this is told in words. */
const NEXT_TO_NOTHING = 0.05;

/** What is said of a fault rests on these. */
export type FaultGrounds = Pick<
  Fault,
  | 'variable'
  | 'kind'
  | 'start'
  | 'end'
  | 'offset'
  | 'ratio'
  | 'minutes'
  | 'unit'
  | 'swappedWith'
  | 'ceiling'
  | 'adjusted'
  | 'unknownSince'
  | 'values'
  | 'neighbors'
> & {
  /** Last wrong report so far, ms since the epoch. */
  readonly last: number;
  /** Reports under it that are wrong; null where they are all, as far as is known. */
  readonly wrongs: number | null;
  /** Value at which the sensor is stuck; null where that is not known. */
  readonly stuckAt: number | null;
  /** The least and the greatest value that it read since it was stuck: it may have moved a little. */
  readonly stuckRange?: readonly [low: number, high: number] | undefined;
  /** The mean wind of its own station shows that it is stuck: of a gust alone. */
  readonly byWind?: boolean;
} & ShownOfDays;

/** What a fault of days shows that is no field of it, and changes its words. */
export interface ShownOfDays {
  /** Temperature and humidity are off together, as in other air. */
  readonly asOtherAir?: boolean;
  /** The station is late or early by what weather on its way may explain. */
  readonly asWeatherOnItsWay?: boolean;
  /** The usual step of a sensor, if the steps of its values show the unit that it reports in. */
  readonly usualStep?: number | undefined;
  /** The steps of its values are as much smaller as the share that it reads. */
  readonly isFactor?: boolean;
  /** All around it report in another unit as well. */
  readonly asAllAround?: boolean;
}

/** What a duty officer would say of a fault, in one sentence without a full stop. */
export function faultReason(it: FaultGrounds): string {
  const { ratio, minutes } = it;
  const condition =
    namedWords(it) ??
    (ratio !== null ? shareWords(it, ratio) : minutes !== null ? clockWords(it, minutes) : conditionWords(it));
  const rest = [doubtWords(it), adviceWords(it)];
  return [condition, ...rest.filter((words) => words !== '')].join('; ');
}

function conditionWords(it: FaultGrounds): string {
  const { variable, kind, offset } = it;
  const holds = it.end === null;
  const when = timesOf(it);
  if (kind === 'stuck') return stuckWords(it);
  if (kind === 'impossible') return `${holds ? 'reads' : 'read'} what cannot be ${when}`;
  if (kind === 'inconsistent') return `${holds ? 'contradicts' : 'contradicted'} other values of its reports ${when}`;
  if (offset === null) {
    if (kind === 'spike') return `departed from its own past in one report ${when}`;
    return `${holds ? 'departs' : 'departed'} from its own past ${when}`;
  }
  if (it.adjusted) return adjustmentWords(it, offset);
  const whom = neighboursIn(it);
  if (kind === 'noise' && isSeldom(it)) return `${holds ? 'departs' : 'departed'} from ${whom} now and then ${when}`;
  if (kind === 'noise') return `${holds ? 'jumps' : 'jumped'} up and down around ${whom} ${when}`;
  const off = `${amountOf(variable, Math.abs(offset))} ${sideOf(offset)} ${whom}`;
  if (kind === 'drift') return `${holds ? 'has drifted' : 'drifted'} to ${off} ${when}`;
  return kind === 'spike' ? `read ${off} in one report ${when}` : `${holds ? 'reads' : 'read'} ${off} ${when}`;
}

/** True where no more values under a fault are wrong than right. */
function isSeldom({ wrongs, values }: FaultGrounds): boolean {
  return wrongs !== null && wrongs * 2 <= values;
}

/** A sensor that came to its neighbours. */
function adjustmentWords(it: FaultGrounds, offset: number): string {
  const by = `${amountOf(it.variable, Math.abs(offset))} ${offset > 0 ? 'more' : 'less'}`;
  return `${it.end === null ? 'reads' : 'read'} ${by} ${timesOf(it)}, nearer to neighbours`;
}

/** A fault that has a name; null of the others. */
function namedWords(it: FaultGrounds): string | null {
  const { variable, kind, unit, swappedWith, ceiling, offset, minutes } = it;
  const holds = it.end === null;
  const when = timesOf(it);
  if (unit !== null) {
    const usual = VARIABLE_SPECIFICATIONS[variable].unit;
    const reported = `${holds ? 'reports' : 'reported'} ${unit === 'in' ? 'inches' : unit}`;
    if (it.asAllAround) return `${reported}, not ${usual}, as its neighbours ${holds ? 'do' : 'did'}, ${when}`;
    if (it.usualStep !== undefined) {
      const { factor = 1 } = VARIABLE_SPECIFICATIONS[variable].units.find((one) => one.unit === unit) ?? {};
      const [step, before] = [it.usualStep / factor, it.usualStep].map(stepWords);
      return `${reported}, not ${usual} (steps ${step}, before ${before}) ${when}`;
    }
    return `${reported} where ${neighboursIn(it)} ${indicate(it)} ${usual} ${when}`;
  }
  if (swappedWith !== null)
    return `${holds ? 'is' : 'was'} swapped with ${swappedWith}, as the neighbours show, ${when}`;
  if (ceiling !== null) {
    return `${holds ? 'stops' : 'stopped'} at ${amountOf(variable, ceiling)} below ${neighboursIn(it)} ${when}`;
  }
  if (kind === 'resent' && minutes !== null) {
    return `${holds ? 'has sent' : 'sent'} the record of ${durationOf(minutes * MINUTE_MS)} before again ${when}`;
  }
  if (kind !== 'radiation' || offset === null) return null;
  return `${holds ? 'reads' : 'read'} ${amountOf(variable, offset)} above ${neighboursIn(it)} by day ${when}`;
}

/** A step in hundredths, or with its first digit where it is less. */
function stepWords(step: number): string {
  return `${Number(step.toFixed(2)) || Number(step.toPrecision(1))}`;
}

/** True for an anemometer that does not turn. */
function stands({ kind, variable, stuckAt, byWind = false }: FaultGrounds): boolean {
  return !byWind && kind === 'stuck' && stuckAt !== null && isAtRest(variable, stuckAt);
}

function stuckWords(it: FaultGrounds): string {
  const { variable, stuckAt, end } = it;
  if (stands(it))
    return `${end === null ? 'has stood' : 'stood'} still ${timesOf(it)} while ${neighboursIn(it)} had wind`;
  const isAbove = stuckAt !== null && isSaturated(variable, stuckAt);
  const meanwhile = isAbove ? `, above ${neighboursIn(it)}` : ` while ${neighboursIn(it)} moved`;
  const around = it.neighbors.length === 0 ? '' : meanwhile;
  const whom = it.byWind === true ? ', below the wind' : around;
  const when = timesOf(it);
  const [low, high] = (it.stuckRange ?? []).map((value) => numberOf(variable, value));
  if (low !== high) {
    const { unit } = VARIABLE_SPECIFICATIONS[variable];
    return `${end === null ? 'has read' : 'read'} ${low} to ${high} ${unit} ${when}${whom}`;
  }
  if (end !== null) return `was stuck${stuckAt === null ? '' : ` at ${amountOf(variable, stuckAt)}`} ${when}${whom}`;
  return `has not changed${stuckAt === null ? '' : ` from ${amountOf(variable, stuckAt)}`} ${when}${whom}`;
}

/** A sensor that reads a share of what it should. */
function shareWords(it: FaultGrounds, ratio: number): string {
  const holds = it.end === null;
  const verb =
    VARIABLE_SPECIFICATIONS[it.variable].behavesAs === 'rain'
      ? holds
        ? 'catches'
        : 'caught'
      : holds
        ? 'reads'
        : 'read';
  const share = ratio < NEXT_TO_NOTHING ? 'next to nothing' : `${Math.round(100 * ratio)} %`;
  return `${verb} ${share} of what ${neighboursIn(it)} ${indicate(it)} ${timesOf(it)}`;
}

function indicate({ neighbors }: FaultGrounds): string {
  return neighbors.length === 1 ? 'indicates' : 'indicate';
}

function clockWords(it: FaultGrounds, minutes: number): string {
  const late = `${durationOf(Math.abs(minutes) * MINUTE_MS)} ${minutes > 0 ? 'late' : 'early'}`;
  return `${it.end === null ? 'follows' : 'followed'} ${neighboursIn(it)} ${late} ${timesOf(it)}`;
}

/** What is to be done about a sensor that came to its neighbours. */
const ADJUSTED = 'if somebody adjusted it, call it no fault';

/** What is to be done about a station that sends an old record. */
const RESENT_ADVICE = 'restart the logger and check the buffer of the gateway: what was measured since is lost';

/** Why a thermometer or a humidity sensor may be right. */
const OTHER_AIR = 'temperature and humidity differ together as in other air, so this may be weather';

/** Why a clock may be right. */
const ON_ITS_WAY = 'weather may reach it at another time than its neighbours, so this may be no fault';

/** What is to be done about a sensor that reads a share of what it should. */
const GAIN_ADVICE: Readonly<Record<string, string>> = {
  rain: 'clean the funnel and level the gauge',
  wind_speed: 'check the bearings',
  wind_gust: 'check the bearings',
};

function adviceWords(it: FaultGrounds): string {
  if (it.adjusted) return ADJUSTED;
  if (it.asOtherAir === true) return OTHER_AIR;
  if (it.asWeatherOnItsWay === true) return ON_ITS_WAY;
  return it.end === null ? adviceFor(it) : '';
}

/** What is to be done about a fault that holds, where that follows from its kind. */
function adviceFor(it: FaultGrounds): string {
  const { kind, variable } = it;
  if (stands(it)) return 'look for ice, and check bearings and cable';
  if (kind === 'unit') return 'check the unit that the logger or the import is set to';
  if (kind === 'swapped') return 'check which record is of which station';
  if (kind === 'radiation') return 'clean the radiation shield and check its ventilation';
  if (kind === 'ceiling') return 'check the humidity sensor, and replace it where that does not help';
  if (kind === 'inconsistent') return 'compare both sensors by hand, one of them is wrong';
  if (kind === 'clock') return 'check the clock and the time zone of the logger';
  if (kind === 'resent') return RESENT_ADVICE;
  if (it.isFactor) return 'its steps are as much smaller: check its factor in the settings of the logger';
  if (kind === 'gain') return GAIN_ADVICE[variable] ?? 'clean the sensor and check its calibration';
  return kind === 'bias' || kind === 'drift' ? 'check its calibration' : '';
}

/** What nobody can tell, and since when. */
function doubtWords(it: FaultGrounds): string {
  const { offset, kind, unknownSince, start, end } = it;
  if (unknownSince !== null && end === null) {
    return `whether it continues is unknown since ${momentOf(unknownSince, start)}`;
  }
  const needsNone = kind === 'stuck' || showsAtOnce(kind) || isFaultOfDays(kind);
  return offset === null && !needsNone ? 'no neighbour to compare with' : '';
}

/**
 * When it was: `at 09-03 09:40Z`, `since 09-03 09:40Z (8 h 40 min, 52 values)`, `from 09-03 09:40Z to 18:20Z (8 h 40 min, 52
 * values)`, and of a fault of days that is open `since 09-01 06:00Z (up to 09-03 18:20Z, 217 values)`. It is `5 of 52 values` where
 * not all of them are wrong.
 */
function timesOf(it: FaultGrounds): string {
  const { kind, start, end, last } = it;
  const values = it.wrongs === null || it.wrongs === it.values ? `${it.values}` : `${it.wrongs} of ${it.values}`;
  const first = momentOf(start);
  if (kind === 'spike' || last === start) return `${end === null && kind !== 'spike' ? 'since' : 'at'} ${first}`;
  // A fault of days is examined by quarters of a day: a duration would be read as its age.
  if (end === null && isFaultOfDays(kind)) return `since ${first} (up to ${momentOf(last, start)}, ${values} values)`;
  const lasted = `(${durationOf(last - start)}, ${values} values)`;
  return end === null ? `since ${first} ${lasted}` : `from ${first} to ${momentOf(end, start)} ${lasted}`;
}

function neighboursIn({ neighbors }: FaultGrounds): string {
  return neighbors.length === 1 ? 'its only neighbour' : 'its neighbours';
}
