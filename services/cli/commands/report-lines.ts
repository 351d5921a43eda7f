import type { NetworkReportAnswer } from '../../../schemas/http/answers/network-report-answer.ts';
import { printable } from '../../../schemas/printable.ts';
import { FIGURE_NAMES, figureCells, reportFacts } from '../../duty/report/report-facts.ts';
import { minute } from '../terminal/minute-text.ts';
import { type Column, tableLines, wrapped } from '../terminal/table-lines.ts';

/** Figures that leave a table that is too wide, the first foremost. */
const LEAVING: readonly string[] = ['New faults', 'Not judged'];

const FIGURES: readonly Column[] = FIGURE_NAMES.map((title) => ({
  ...{ title, align: 'right' },
  ...(LEAVING.includes(title) && { leaves: LEAVING.indexOf(title) + 1 }),
}));
const OF_VARIABLES: readonly Column[] = [{ title: 'Variable', shrinks: 1 }, ...FIGURES];
const OF_MODELS: readonly Column[] = [
  { title: 'Model', shrinks: 1 },
  { title: 'Stations', align: 'right', leaves: LEAVING.length + 1 },
  ...FIGURES,
];

/** A report as people read it in a terminal: what came, what became of the hours, faults, and the stations that lost most. */
export function reportLines(report: NetworkReportAnswer, width: number): readonly string[] {
  const { network, from, to, variables, models, worst } = report;
  const ofVariables = variables.map(({ variable, ...figures }) => [variable, ...figureCells(figures)]);
  const declared = models.filter(({ manufacturer, model }) => manufacturer !== null || model !== null);
  const ofModels = declared.map(({ manufacturer, model, stations, ...figures }) => [
    printable([manufacturer, model].filter((text) => text !== null).join(' ')),
    String(stations),
    ...figureCells(figures),
  ]);
  const facts = reportFacts(report);
  const margin = Math.max(...facts.map(([name]) => name.length)) + 2;
  return [
    `Report on network ${printable(network)}, ${minute(from)} to ${minute(to)}`,
    '',
    ...facts.map(([name, value]) => `${name.padEnd(margin)}${printable(value)}`),
    '',
    ...(ofVariables.length === 0 ? ['nothing was measured'] : tableLines(OF_VARIABLES, ofVariables, width)),
    ...(ofModels.length === 0 ? [] : ['', ...tableLines(OF_MODELS, ofModels, width)]),
    ...(worst.length === 0 ? [] : ['', 'Stations that lost most']),
    ...worst.flatMap(({ sentence }) =>
      wrapped(printable(sentence), width - 2).map((line, k) => `${k === 0 ? '- ' : '  '}${line}`),
    ),
  ];
}
