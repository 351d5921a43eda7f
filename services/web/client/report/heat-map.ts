import { stationAddress } from '../address/route.ts';
import type { NetworkReportAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { scrolledTable } from '../dom/scrolled-table.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { utcDay } from './report-period.ts';
import { shownShare } from './shares.ts';

/** Stations that are shown: those with fewest reports. */
const ROWS = 200;
/** Least share of each level of colour, the best first. */
const LEVELS = [0.995, 0.95, 0.8, 0.5, 0.0001] as const;

type Row = NetworkReportAnswer['stations'][number];

/** How complete the reports of each station were on each day: a colour, and a number where it was not all of them. */
export function heatMap({ network, days, stations }: NetworkReportAnswer): HTMLElement {
  const begins = days.map((day) => Date.parse(day));
  const title = message('report.heat');
  const shown = stations
    .toSorted((a, b) => (a.completeness ?? 1) - (b.completeness ?? 1) || (a.station_id < b.station_id ? -1 : 1))
    .slice(0, ROWS);
  const heads = begins.map((time) =>
    element('th', { scope: 'col', class: 'day' }, element('span', { title: utcDay(time) }, dayNumber(time))),
  );
  return element(
    'section',
    { class: 'report-heat' },
    element('h2', {}, title),
    element(
      'p',
      { class: 'soft' },
      message('report.heat_text'),
      shown.length < stations.length &&
        ` ${message('report.heat_some', { shown: shown.length, all: stations.length })}`,
    ),
    scrolledTable(
      title,
      { class: 'heat' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, message('report.station')),
          element('th', { scope: 'col', class: 'number' }, message('report.whole')),
          ...heads,
        ),
      ),
      element('tbody', {}, ...shown.map((station) => stationRow(network, station, begins))),
    ),
  );
}

function stationRow(network: string, station: Row, begins: readonly number[]): HTMLElement {
  const { station_id, station_name: name, completeness, days } = station;
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('a', { href: stationAddress(network, station_id) }, name)),
    element('td', { class: 'number' }, completeness === null ? '–' : shownShare(completeness)),
    ...days.map((share, day) => cell(name, begins[day], share)),
  );
}

function cell(name: string, day: number, share: number | null): HTMLElement {
  const words = share === null ? message('report.heat_due') : shownShare(share);
  const title = message('report.heat_cell', { name, day: utcDay(day), share: words });
  if (share === null) return element('td', { class: 'heat-none', title }, '·');
  const level = LEVELS.findIndex((least) => share >= least);
  const percent = shownNumber(Math.floor(share * 100));
  // All of them needs no number to be seen, but one to be read out.
  const text = level === 0 ? element('span', { class: 'unseen' }, words) : percent;
  return element('td', { class: `heat-${level < 0 ? LEVELS.length : level}`, title }, text);
}

function dayNumber(time: number): string {
  return String(new Date(time).getUTCDate());
}
