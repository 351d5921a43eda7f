import type { FaultKind } from '../../../schemas/fault.ts';
import { isoOf } from '../../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../../schemas/variables.ts';
import type { WorstStation } from './worst-stations.ts';

/** What is wrong with a sensor, in the words of the pages: `barometric pressure stuck`. */
const KIND_WORDS: Readonly<Record<FaultKind, string>> = {
  spike: 'spike',
  level: 'off',
  stuck: 'stuck',
  noise: 'noisy',
  impossible: 'impossible',
  inconsistent: 'contradicting others',
  drift: 'drifting',
  bias: 'biased',
  gain: 'reading a share',
  clock: 'of another time',
  unit: 'in another unit',
  swapped: 'swapped',
  radiation: 'heated by day',
  ceiling: 'stopped below saturation',
  resent: 'of an old record',
};

/** What a station lost, in words: how much, of what, and the longest fault. */
export function worstSentence({ station, lost, missing, failed, variable, fault, silentSince }: WorstStation): string {
  const share = `${station.name} lost ${percent(lost)} of its values: ${percent(missing)} did not come, ${percent(failed)} are wrong`;
  const most = variable === null ? '' : `; most of ${VARIABLE_SPECIFICATIONS[variable].title}`;
  if (fault === null) return `${share}${most}.`;
  const { start, end, offset } = fault;
  const { unit, title } = VARIABLE_SPECIFICATIONS[fault.variable];
  const off = offset === null ? '' : ` (${offset < 0 ? '' : '+'}${offset.toFixed(1)} ${unit})`;
  const longest = `${title} ${KIND_WORDS[fault.kind]}${off}`;
  return `${share}${most}. Longest fault: ${longest} since ${isoOf(start)}, ${untilWords(end, silentSince)}.`;
}

/** Of a station that is silent nobody knows whether its fault goes on. */
function untilWords(end: number | null, silentSince: number | null): string {
  if (end !== null) return `until ${isoOf(end)}`;
  if (silentSince === null) return 'still open';
  return `up to its last report at ${isoOf(silentSince)}: it has been silent since then`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
