import { availableParallelism } from 'node:os';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { printable } from '../../../schemas/printable.ts';
import { type JoinedAnomaly, joinedAnomalyShape } from '../../../schemas/reports/report.ts';
import { isoOf } from '../../../schemas/time.ts';
import { unknownSettingWarnings } from '../../../schemas/unknown-settings.ts';
import { detect } from '../../detection/detect.ts';
import { readDetection } from '../../detection/detection-request.ts';
import { openDatabase } from '../../detection/open-database.ts';
import { sourceWithout } from '../../detection/source-without.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { checkWritable } from '../frame/written-file.ts';
import { canDraw, paintFor } from '../terminal/paint.ts';
import { printRecords } from '../terminal/print-records.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { endAt, OF_ARGUMENTS, readOptions } from './command-options.ts';
import { consoleReport } from './console-report.ts';
import { exitOf, failOnWarnings, foundInReport } from './fail-on.ts';
import { faultCourses } from './fault-course.ts';
import { healthCommand } from './health-command.ts';
import { narrationOf } from './narration.ts';
import { neighbourValues } from './neighbour-values.ts';
import { saveReport } from './save-report.ts';

/**
 * The command `anomaly-detector`, section 4.4 of the interface document: short-term detection, or the health check.
 *
 * @param open how a database is opened; tests give another
 * @returns the exit code where nothing went wrong: 0, or that of `--fail-on`
 * @throws HalcyonError with the exit code of what did
 */
export async function detectCommand(
  argv: readonly string[],
  io: CommandIo,
  open: typeof openDatabase = openDatabase,
): Promise<number> {
  const options = readOptions(argv, io.stdout);
  if (options === null) return 0;
  const { warn, explain } = narrationOf(io, options.verbose);
  for (const one of unknownSettingWarnings(io.environment)) warn(one);
  if (options.mode === 'health_check') return healthCommand(options, io, open);
  const configuration = readConfiguration(io.environment);
  const { latenessSlots, hindsightSlots } = configuration;
  const context = { ...OF_ARGUMENTS, now: io.now(), latenessSlots, hindsightSlots };
  const request = readDetection(options.detection, context);
  const { failOn } = options;
  const { spatialVerify } = request.configuration;
  for (const one of [...options.warnings, ...request.warnings, ...failOnWarnings(failOn, spatialVerify)]) warn(one);
  if (options.save !== null) await checkWritable(options.save);

  explain(`judging ${isoOf(request.start)} to ${isoOf(request.end)}: ${JSON.stringify(request.configuration)}`);
  const opening = { ...options.reading, now: io.now(), signal: io.signal, say: explain, warn };
  const source = sourceWithout(await open(options.database, configuration, opening), options.excluded);
  const progress = progressLine(io.stderr, 'judging');
  try {
    explain(`reading ${source.title}`);
    const threads = options.threads ?? availableParallelism() - 1;
    const onProgress = progress.update.bind(progress);
    const advise = options.detection.start_time === undefined ? { advise: endAt } : {};
    const { report, result } = await detect(source, request, { signal: io.signal, onProgress, threads, ...advise });
    progress.stop();
    explain(`judged ${result.valuesJudged} values of ${result.judgedStations.length} stations`);
    explain(`thresholds: ${JSON.stringify(report.metadata.thresholds)}`);
    if (options.save !== null) await saveReport(options.save, report);
    const asTable = options.format === 'table';
    const drawn = asTable && canDraw(io.stdout, io.environment);
    const look = {
      paint: paintFor(io.stdout, io.environment),
      verbose: options.verbose,
      courses: drawn ? await faultCourses(source, report) : new Map<string, string>(),
      beside: asTable ? await neighbourValues(source, report, options.verbose) : new Map<string, never>(),
    };
    const lines = (width: number) => [
      consoleReport(report, { ...look, width }).trimEnd(),
      ...(options.save === null ? [] : ['', `Report saved to ${printable(options.save)}`]),
    ];
    const columns = answerColumns<JoinedAnomaly>(joinedAnomalyShape);
    if (asTable && options.detection.variables === undefined) {
      const others = (await source.elements?.(report.metadata.network, request.start, request.end)) ?? [];
      if (others.length > 0) io.stderr.write(`${printable(notJudgedWords(request.configuration.variables, others))}\n`);
    }
    await printRecords(options.format, { document: report, rows: report.anomalies, columns, lines }, io);
    return exitOf(failOn, (what) => foundInReport(report, what), io);
  } finally {
    progress.stop();
    await source.close();
    explain('done');
  }
}

/** Which elements were not asked for, and by which option they are. */
function notJudgedWords(judged: readonly string[], others: readonly string[]): string {
  const [names, all] = [others.join(', '), [...judged, ...others].join()];
  return `not judged: ${names}; --variables ${all} judges ${others.length === 1 ? 'it' : 'them'} too`;
}
