// Says which real faults are found, and by what:
//   npm run quality:labels -- --data DIR
// DIR is a folder of CSV files (docs/import.md) with a labels.csv: station_id (`*`: a network outage, its stations in the
// note), variable (several with `|`), start, end, kind, note. HALCYON_QUALITY_DATA names it as well. The whole of it is
// judged by `arima` and `pearson`, and checked by the health check. Printed is each label longer than an hour with what
// overlaps it at its station: anomalies of its variables that are not called weather, outages where it is of the whole
// record, and issues of the health check that fit its kind; then the totals.
import { replay } from '../../detectors/replay/replay.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { isoOf, SLOT_MS } from '../../schemas/time.ts';
import { runOptions } from '../run-options.ts';
import { InjectedHistory } from './injected-history.ts';
import { issuesFound, type Label, labelledFolder, labelsOf, shows } from './labelled-faults.ts';

/** Variables of a label that is of the whole record rather than of a sensor. */
const WHOLE_RECORD = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { values: options } = runOptions({
  options: { data: { type: 'string', default: process.env['HALCYON_QUALITY_DATA'] ?? '' } },
});
const folder = labelledFolder(options.data);
const history = new InjectedHistory(folder);
const extent = await history.extent();
if (extent === null) throw new Error(`${folder} holds no observations`);
const { first: start, last: end } = extent;
const configuration = { ...liveJudgement(readConfiguration({})), spatialVerify: true };
const { anomalies, outages } = await replay(history, {
  network: 'quality',
  start,
  end,
  configuration,
  verdicts: 'last',
});
const issues = await issuesFound(history, end, Math.ceil((end - start + SLOT_MS) / DAY_MS));

/** What overlaps a label at one of its stations, in words. */
function foundBy(label: Label, station: string): string[] {
  const raised = anomalies.filter(
    (one) =>
      one.station === station &&
      one.classification !== 'weather_event' &&
      label.variables.includes(one.variable) &&
      one.time >= label.start &&
      one.time <= label.end,
  );
  const out = outages.filter(
    (one) =>
      label.variables.length >= WHOLE_RECORD &&
      one.stations.includes(station) &&
      one.start <= label.end &&
      (one.end ?? end) >= label.start,
  );
  const shown = issues.filter((issue) => shows(issue, label, station));
  return [
    ...(raised.length === 0 ? [] : ['anomaly']),
    ...new Set(out.map(({ kind, scope }) => `outage of the ${scope} (${kind})`)),
    ...new Set(shown.map(({ kind }) => `health issue (${kind})`)),
  ];
}

const totals = new Map<string, { all: number; found: number; by: Map<string, number> }>();
for (const label of labelsOf(folder)) {
  if (label.end - label.start <= HOUR_MS) continue;
  const total = totals.get(label.kind) ?? { all: 0, found: 0, by: new Map<string, number>() };
  totals.set(label.kind, total);
  for (const station of label.stations) {
    const by = foundBy(label, station);
    total.all++;
    if (by.length > 0) total.found++;
    for (const what of by) total.by.set(what, (total.by.get(what) ?? 0) + 1);
    const span = `${isoOf(label.start)} to ${isoOf(label.end)}`;
    console.log(`${label.kind} ${station} ${label.variables.join('|')} ${span}: ${by.join(', ') || 'NOTHING'}`);
  }
}
let all = 0;
let found = 0;
for (const [kind, total] of totals) {
  all += total.all;
  found += total.found;
  const by = [...total.by].map(([what, count]) => `${what} ${count}`).join(', ');
  console.log(`${kind}: ${total.found} of ${total.all} found${by === '' ? '' : `: ${by}`}`);
}
console.log(`all: ${found} of ${all} found; ${outages.length} outages, ${anomalies.length} anomalies`);
