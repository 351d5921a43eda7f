import { markdownTable } from '../../quality/markdown-table.ts';
import { compare, type Item, isClean } from '../../resilience/invariants.ts';
import type { Judged } from './command-run.ts';
import { faultFindings, type Verdict } from './fault-findings.ts';
import type { FaultyNetwork } from './faulty-network.ts';
import { notJudged, wrongCounts } from './value-counts.ts';

/** A run over a network, as a row of the table. */
export interface CadenceRow {
  readonly cells: readonly string[];
  /** What is wrong with it, each as a sentence. */
  readonly problems: readonly string[];
}

const COLUMNS = [
  'cadence',
  'run',
  'absurd found',
  '+20 found',
  'failures beside',
  'other failures',
  'received',
  'judged',
  'not judged',
  's to verdict',
] as const;
/** An absurd value has to be in the list so soon after its push [s]. */
const MOST_SECONDS = 1;

/**
 * The row of a run over a network. Wrong cells are bold. Failures beside a fault and far from any are shown and are no error:
 * a right value that follows a wrong one of its slot departs from a forecast that rests on that.
 *
 * @param seconds from the push of each absurd value to its verdict; null where none was awaited
 */
export function cadenceRow(
  run: 'command' | 'live',
  { cadence, faults, observations }: FaultyNetwork,
  { verdicts, counts }: Judged,
  seconds: readonly number[] | null,
): CadenceRow {
  const findings = faultFindings(faults, verdicts);
  const { absurd, shifted } = findings.injected;
  const wrong = wrongCounts(counts, observations);
  const slowest = seconds === null ? 0 : Math.max(...seconds);
  const late = (seconds ?? []).filter((one) => one > MOST_SECONDS).length;
  const counted = (count: number | undefined) => cell(String(count ?? 'none'), wrong === null);
  return {
    cells: [
      cadence.title,
      run,
      cell(`${findings.found.absurd} of ${absurd}`, findings.found.absurd === absurd),
      cell(`${findings.found.shifted} of ${shifted}`, findings.found.shifted === shifted),
      String(findings.besideFailures.length),
      String(findings.otherFailures.length),
      counted(counts?.received),
      counted(counts?.judged),
      counted(counts === null ? undefined : notJudged(counts)),
      seconds === null ? '' : cell(Number.isFinite(slowest) ? slowest.toFixed(2) : 'never', late === 0),
    ],
    problems: [
      ...findings.missed,
      ...(wrong === null ? [] : [wrong]),
      ...(late === 0 ? [] : [`${late} of ${seconds?.length} absurd values were not listed within ${MOST_SECONDS} s`]),
    ].map((problem) => `${cadence.title}, ${run}: ${problem}`),
  };
}

/** What is wrong where settled verdicts of a running system are not those of the command; at most one sentence a kind. */
export function differences({ cadence }: FaultyNetwork, command: Judged, live: Judged): string[] {
  const findings = compare(settledItems(command.verdicts), settledItems(live.verdicts));
  if (isClean(findings)) return [];
  return Object.entries(findings)
    .filter(([, keys]) => keys.length > 0)
    .map(([kind, keys]) => `${cadence.title}: ${keys.length} settled live verdicts ${kind}, such as ${keys[0]}`);
}

/** The table of all rows, in Markdown. */
export function cadenceTable(rows: readonly CadenceRow[]): string {
  return markdownTable(
    COLUMNS,
    rows.map(({ cells }) => cells),
  );
}

function settledItems(verdicts: readonly Verdict[]): Item[] {
  return verdicts
    .filter(({ state }) => state === 'settled')
    .map(({ anomaly_id, station_id, variable, timestamp, classification, check }) => ({
      key: anomaly_id,
      content: [station_id, variable, timestamp, classification, check].join('|'),
    }));
}

function cell(text: string, right: boolean): string {
  return right ? text : `**${text}**`;
}
