import type { NetworkReportAnswer } from '../../../schemas/http/answers/network-report-answer.ts';
import { escapedHtml } from '../../alerts/deliveries/escaped-html.ts';
import { type Email, subjectOf } from '../../alerts/deliveries/mail-sender.ts';
import { FIGURE_NAMES, figureCells, reportFacts } from '../report/report-facts.ts';
import { type Month, monthName } from './month.ts';

const DAY_MS = 86_400_000;

/**
 * The report on a month as an e-mail: the facts, the variables, the stations that lost most, and a link to the page.
 *
 * @param publicUrl address of the pages, without a slash at its end
 */
export function reportEmail(report: NetworkReportAnswer, month: Month, publicUrl: string): Email {
  const title = `Report on network ${report.network}, ${monthName(month)}`;
  const link = `${publicUrl}/map/report?${new URLSearchParams({
    ...{ network: report.network, from: dayOf(month.begin), to: dayOf(month.end - DAY_MS) },
  })}`;
  const facts = reportFacts(report);
  const rows = report.variables.map(({ variable, ...figures }) => [variable, ...figureCells(figures)]);
  const sentences = report.worst.map(({ sentence }) => sentence);
  return {
    subject: subjectOf(title),
    text: textOf({ title, link, facts, rows, sentences }),
    html: htmlOf({ title, link, facts, rows, sentences }),
  };
}

/** What both forms of a mail say. */
interface Told {
  readonly title: string;
  readonly link: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly rows: readonly (readonly string[])[];
  /** On the stations that lost most. */
  readonly sentences: readonly string[];
}

function textOf({ title, link, facts, rows, sentences }: Told): string {
  const margin = Math.max(...facts.map(([name]) => name.length)) + 2;
  const ofVariables = rows.flatMap(([variable, ...cells]) => [
    variable,
    ...FIGURE_NAMES.map((name, k) => `  ${name.padEnd(margin)}${cells[k]}`),
  ]);
  return [
    title,
    '',
    ...facts.map(([name, value]) => `${name.padEnd(margin)}${value}`),
    ...(ofVariables.length === 0 ? [] : ['', ...ofVariables]),
    ...(sentences.length === 0 ? [] : ['', 'Stations that lost most', ...sentences.map((one) => `- ${one}`)]),
    '',
    'Days and times are UTC.',
    link,
    '',
  ].join('\n');
}

function htmlOf({ title, link, facts, rows, sentences }: Told): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    texts.map((text) => `<${tag} align="${tag === 'th' ? 'left' : 'right'}">${escapedHtml(text)}</${tag}>`).join('');
  const ofFacts = facts.map(([name, value]) => `<tr>${cells('th', [name])}<td>${escapedHtml(value)}</td></tr>`);
  const ofVariables = rows.map(
    ([variable, ...figures]) => `<tr>${cells('th', [variable])}${cells('td', figures)}</tr>`,
  );
  const table = `<table cellpadding="4"><tr>${cells('th', ['Variable', ...FIGURE_NAMES])}</tr>${ofVariables.join('')}</table>`;
  const worst = `<h2>Stations that lost most</h2><ul>${sentences.map((one) => `<li>${escapedHtml(one)}</li>`).join('')}</ul>`;
  return [
    `<!doctype html><html lang="en"><body><h1>${escapedHtml(title)}</h1><table>${ofFacts.join('')}</table>`,
    rows.length === 0 ? '' : table,
    sentences.length === 0 ? '' : worst,
    `<p>Days and times are UTC.</p><p><a href="${escapedHtml(link)}">${escapedHtml(link)}</a></p></body></html>`,
  ].join('');
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
