import type { RulePreviewAnswer } from '../../../../schemas/http/answers/rule-preview-answer.ts';
import { printable } from '../../../../schemas/printable.ts';
import { minute } from '../../terminal/minute-text.ts';
import { type Column, tableLines, wrapped } from '../../terminal/table-lines.ts';

const STATIONS: readonly Column[] = [
  { title: 'Station', shrinks: 2 },
  { title: 'Name', shrinks: 1, leaves: 2 },
  { title: 'Network', leaves: 1 },
  { title: 'Alerts', align: 'right' },
];

/** What a rule would have told, as people read it in a terminal. */
export function previewLines(preview: RulePreviewAnswer, width: number): readonly string[] {
  const { from, to, alerts, silenced, messages, stations, station_count: count, last, left_out: leftOut } = preview;
  const rows = stations.map(({ network, station_id: id, station_name: name, alerts: of }) => [
    ...[id, name, network].map(printable),
    String(of),
  ]);
  const listed = (texts: readonly string[]) =>
    texts.flatMap((text) => wrapped(printable(text), width - 2).map((line, k) => `${k === 0 ? '- ' : '  '}${line}`));
  return [
    `What the rule would have told, ${minute(from)} to ${minute(to)}`,
    '',
    `Alerts    ${alerts}${silenced === 0 ? '' : `, ${silenced} of them in a silence`}`,
    `Messages  ${messages.email} by e-mail, ${messages.webhook} by webhook, ${messages.feed} in the feed`,
    `Stations  ${count}`,
    ...(rows.length === 0 ? [] : ['', ...tableLines(STATIONS, rows, width)]),
    ...(rows.length < count ? [`and ${count - rows.length} more stations`] : []),
    ...(last.length === 0 ? [] : ['', 'Newest messages']),
    ...listed(last.map(({ at, subject }) => `${minute(at)} ${subject}`)),
    ...(leftOut.length === 0 ? [] : ['', 'Not looked at']),
    ...listed(leftOut.map(({ network, classes, reason }) => `${network}, ${classes.join(', ')}: ${reason}`)),
  ];
}
