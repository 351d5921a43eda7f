import type { NetworkReportAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { shownHours, shownMinutes, shownShare } from './shares.ts';

const OUTCOMES = ['good', 'suspect', 'failed', 'not_judged', 'missing'] as const;

/** The figures of a whole network: what came, what is known of it, and its faults. */
export function reportSummary(report: NetworkReportAnswer): HTMLElement {
  return element('div', { class: 'report-summary' }, hoursCard(report), faultsCard(report));
}

function hoursCard({ completeness, reports, stations, silent, hours: total }: NetworkReportAnswer): HTMLElement {
  const hours = OUTCOMES.map((name) => [name, total[name]] as const);
  const all = hours.reduce((sum, [, value]) => sum + value, 0);
  const share = (value: number) => (all === 0 ? 0 : value / all);
  return element(
    'section',
    { class: 'card' },
    element('h2', {}, message('report.summary')),
    element('p', { class: 'report-figure' }, completeness === null ? '–' : shownShare(completeness)),
    element(
      'p',
      { class: 'soft' },
      `${message('report.complete')}: ${message('report.reports', { n: reports, stations: stations.length })}`,
    ),
    all > 0 &&
      element(
        'div',
        { class: 'report-bar', 'aria-hidden': 'true' },
        ...hours.map(([name, value]) => barPart(name, share(value))),
      ),
    element(
      'dl',
      { class: 'facts' },
      ...hours.flatMap(([name, value]) => [
        element('dt', {}, element('span', { class: `report-key part-${name}` }), message(`report.${name}`)),
        element(
          'dd',
          {},
          message('report.of_hours', { hours: shownHours(value), share: all === 0 ? '–' : shownShare(share(value)) }),
        ),
      ]),
      element('dt', {}, message('report.silent')),
      element('dd', {}, silent.length === 0 ? message('report.none') : silentNames(silent, stations)),
    ),
  );
}

function barPart(name: string, share: number): HTMLElement {
  const part = element('span', { class: `part-${name}` });
  // The policy of the pages allows no style in an attribute.
  part.style.flexGrow = String(share);
  return part;
}

function silentNames(ids: readonly string[], stations: NetworkReportAnswer['stations']): string {
  const most = 10;
  const names = ids
    .slice(0, most)
    .map((id) => stations.find(({ station_id }) => station_id === id)?.station_name ?? id);
  const more = ids.length > most ? ` ${message('list.more', { n: ids.length - most })}` : '';
  return `${names.join(', ')}${more}`;
}

function faultsCard({ faults }: NetworkReportAnswer): HTMLElement {
  const { opened, closed, open, passing, overruled, overruled_share: share, kinds } = faults;
  const facts: readonly (readonly [string, string])[] = [
    [message('report.opened'), shownNumber(opened)],
    [message('report.closed'), shownNumber(closed)],
    [message('report.open'), shownNumber(open)],
    [message('report.notice'), shownMinutes(faults.notice_minutes)],
    [message('report.repair'), shownMinutes(faults.repair_minutes)],
    [message('report.passing'), shownNumber(passing)],
    [
      message('report.overruled'),
      share === null
        ? '–'
        : message('report.overruled_of', { n: overruled, all: opened + overruled, share: shownShare(share) }),
    ],
  ];
  return element(
    'section',
    { class: 'card' },
    element('h2', {}, message('report.faults')),
    opened + closed + open + overruled === 0 && element('p', { class: 'soft' }, message('report.no_faults')),
    element(
      'dl',
      { class: 'facts' },
      ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
      ...kinds.flatMap(({ kind, opened: began, closed: ended, open: left }) => [
        element('dt', {}, message(`fault.${kind}`)),
        element('dd', { class: 'soft' }, message('report.of_kind', { opened: began, closed: ended, open: left })),
      ]),
    ),
  );
}
