import { stationAddress } from '../address/route.ts';
import type { NetworkReportAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { shownDeparture, variableLabel } from '../state/variables.ts';
import { momentOf } from '../time/moments.ts';
import { shownShare } from './shares.ts';

type Worst = NetworkReportAnswer['worst'][number];

/** The stations that lost most, a sentence or two each. */
export function worstList({ network, worst }: NetworkReportAnswer): HTMLElement {
  return element(
    'section',
    { class: 'card' },
    element('h2', {}, message('report.worst')),
    worst.length === 0
      ? element('p', { class: 'soft' }, message('report.no_worst'))
      : element('ol', { class: 'report-worst' }, ...worst.map((one) => item(network, one))),
  );
}

function item(network: string, worst: Worst): HTMLElement {
  const { station_id, station_name: name, lost, missing, failed, variable, fault, silent_since: since } = worst;
  const shares = { lost: shownShare(lost), missing: shownShare(missing), failed: shownShare(failed) };
  const time = fault === null ? {} : { time: fault.start };
  return element(
    'li',
    {},
    element('a', { href: stationAddress(network, station_id, time.time) }, message('report.lost', { name, ...shares })),
    variable !== null && ` ${message('report.most', { variable: variableLabel(variable) })}`,
    fault !== null && ` ${faultWords(fault, since)}`,
  );
}

function faultWords(fault: NonNullable<Worst['fault']>, silentSince: string | null): string {
  const { variable, kind, start, end, estimate } = fault;
  const { offset } = estimate;
  const said = {
    variable: variableLabel(variable),
    kind: message(`fault.${kind}`),
    off: offset === null ? '' : shownDeparture(variable, offset),
    from: momentOf(Date.parse(start)),
  };
  const until = (time: string) => ({ ...said, to: momentOf(Date.parse(time)) });
  let words = message('report.longest_open', said);
  if (end !== null) words = message('report.longest', until(end));
  else if (silentSince !== null) words = message('report.longest_silent', until(silentSince));
  // Where nobody tells how far it is off there is nothing between two words.
  return words.replaceAll('  ', ' ').replaceAll(' ,', ',');
}
