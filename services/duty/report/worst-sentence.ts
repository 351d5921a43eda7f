import { isoOf } from '../../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../../schemas/variables.ts';
import type { WorstStation } from './worst-stations.ts';

/** What a station lost, in words: how much, of what, and the longest fault. */
export function worstSentence({ station, lost, missing, failed, variable, fault }: WorstStation): string {
  const share = `${station.name} lost ${percent(lost)} of its values: ${percent(missing)} did not come, ${percent(failed)} are wrong`;
  const most = variable === null ? '' : `; most of ${VARIABLE_SPECIFICATIONS[variable].title}`;
  if (fault === null) return `${share}${most}.`;
  const { start, end, offset } = fault;
  const { unit, title } = VARIABLE_SPECIFICATIONS[fault.variable];
  const off = offset === null ? '' : ` of ${offset < 0 ? '' : '+'}${offset.toFixed(1)} ${unit}`;
  const until = end === null ? 'still open' : `until ${isoOf(end)}`;
  return `${share}${most}. Longest fault: ${fault.kind}${off} of ${title} since ${isoOf(start)}, ${until}.`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
