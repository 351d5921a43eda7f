import { explanationLines } from '../../../detectors/explanation/explanation-lines.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { printable } from '../../../schemas/printable.ts';
import { EXPECTED_TIME, readTime } from '../../../schemas/read-time.ts';
import { isVariable, VARIABLES } from '../../../schemas/variables.ts';
import { type Explained, explain } from '../../detection/explain.ts';
import { explainedDocument } from '../../detection/explained-document.ts';
import { openDatabase } from '../../detection/open-database.ts';
import type { Column } from '../../http/formats/column.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { assertNetworkName } from '../frame/network-option.ts';
import { type FormatOptions, formatOf } from '../frame/output-format.ts';
import { printRecords } from '../terminal/print-records.ts';

export interface ExplainOptions extends FormatOptions {
  readonly network?: string;
  readonly database?: string;
  readonly sourceTimezone?: string;
  readonly sourceForm?: string;
  readonly limits?: string;
}

/** A line of an explanation, under the heading that it has there. */
interface ExplainedLine {
  readonly part: string;
  readonly text: string;
}

const COLUMNS: readonly Column<ExplainedLine>[] = [
  { name: 'part', type: 'VARCHAR', description: 'Part of the explanation.', of: ({ part }) => part },
  { name: 'text', type: 'VARCHAR', description: 'What it says.', of: ({ text }) => text },
];

/** `halcyon explain STATION VARIABLE TIME`: why a value was judged as it was, step by step, by the settings of the live judgement. */
export async function explainCommand(
  [station, variable, when]: readonly [station: string, variable: string, time: string],
  options: ExplainOptions,
  io: CommandIo,
): Promise<number> {
  const { network, database, format: _format, json: _json, ...reading } = options;
  const format = formatOf(options);
  assertNetworkName(network);
  if (!isVariable(variable)) {
    throw refused(`the variable is '${variable}', should be one of ${VARIABLES.join(', ')}`);
  }
  const time = readTime(when, io.now());
  if (time === undefined) throw refused(`the time is '${when}', should be ${EXPECTED_TIME}`);
  const configuration = readConfiguration(io.environment);
  const warn = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const opening = { ...reading, now: io.now(), signal: io.signal, say: warn, warn };
  const source = await openDatabase(database ?? null, configuration, opening);
  try {
    const asked = { station, variable, time, network: network ?? null, configuration: liveJudgement(configuration) };
    const explained = await explain(source, { ...asked, signal: io.signal });
    const told = linesOf(explained).map(indented);
    const records = { document: explainedDocument(explained), rows: rowsOf(told), columns: COLUMNS, lines: () => told };
    await printRecords(format, records, io);
    return 0;
  } finally {
    await source.close();
  }
}

/** The lines of the judgement, and before the verdict what people say of it. */
function linesOf({ explanation, flags, marks: { override, maintenance } }: Explained): readonly string[] {
  const lines = explanationLines(explanation, flags.qartod);
  const people = [
    ...(override === null ? [] : [`${override.by} calls it ${override.classification}: ${override.reason}.`]),
    ...(maintenance === null ? [] : [`It lies in the maintenance window ${maintenance}.`]),
  ];
  return [...lines.slice(0, -1), ...people, ...lines.slice(-1)];
}

/** The lines as rows of CSV: blank lines part them, and a heading names the part below it. */
function rowsOf(lines: readonly string[]): readonly ExplainedLine[] {
  const rows: ExplainedLine[] = [];
  let part = 'Value';
  for (const [at, line] of lines.entries()) {
    if (line === '') part = 'Verdict';
    else if (lines[at - 1] === '' && line.endsWith(':')) part = line.slice(0, -1);
    else rows.push({ part, text: line.trimStart() });
  }
  return rows;
}

/** The line as a terminal may show it, with its blanks in front. */
function indented(line: string): string {
  const text = line.trimStart();
  return ' '.repeat(line.length - text.length) + printable(text);
}

function refused(message: string): HalcyonError {
  return new HalcyonError('invalid_parameter', message);
}
