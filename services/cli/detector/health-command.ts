import { readConfiguration } from '../../../schemas/configuration.ts';
import { printable } from '../../../schemas/printable.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { openDatabase } from '../../detection/open-database.ts';
import { sourceWithout } from '../../detection/source-without.ts';
import { checkNetwork } from '../../health/check-network.ts';
import { readHealth } from '../../health/health-request.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { checkWritable } from '../frame/written-file.ts';
import { paintFor } from '../terminal/paint.ts';
import { printRecords } from '../terminal/print-records.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { endAt, type HealthOptions, OF_ARGUMENTS } from './command-options.ts';
import { exitOf, foundInHealth } from './fail-on.ts';
import { healthConsoleReport } from './health-console-report.ts';
import { HEALTH_COLUMNS, healthRows } from './health-rows.ts';
import { narrationOf } from './narration.ts';
import { saveReport } from './save-report.ts';

/**
 * `anomaly-detector --health-check`, section 4.4 of the interface document.
 *
 * @returns the exit code where nothing went wrong: 0, whatever the sensors are like, or that of `--fail-on`
 * @throws HalcyonError with the exit code of what did
 */
export async function healthCommand(options: HealthOptions, io: CommandIo, open: typeof openDatabase): Promise<number> {
  const now = io.now();
  const configuration = readConfiguration(io.environment);
  const request = readHealth(options.health, { ...OF_ARGUMENTS, now });
  const { warn, explain } = narrationOf(io, options.verbose);
  for (const warning of options.warnings) warn(warning);
  const save = options.save === true ? timedName(now) : options.save;
  if (save !== null) await checkWritable(save);

  explain(`checking ${request.days} days up to ${isoOf(request.end)}: ${request.variables.join(', ')}`);
  const opening = { ...options.reading, now, signal: io.signal, say: explain, warn };
  const source = sourceWithout(await open(options.database, configuration, opening), options.excluded);
  const progress = progressLine(io.stderr, 'checking');
  try {
    explain(`reading ${source.title}`);
    const onProgress = progress.update.bind(progress);
    const watching = { signal: io.signal, onProgress, advise: endAt };
    const { network, report, observations, warnings } = await checkNetwork(source, request, watching);
    progress.stop();
    for (const warning of warnings) warn(warning);
    explain(`checked ${report.length} stations; the network has ${observations} observations in the period`);
    if (save !== null) await saveReport(save, report);
    const look = { paint: paintFor(io.stdout, io.environment), verbose: options.verbose };
    const lines = (width: number) => [
      healthConsoleReport(network, request, report, { ...look, width }).trimEnd(),
      ...(save === null ? [] : ['', `Report saved to ${printable(save)}`]),
    ];
    const rows = healthRows(report);
    await printRecords(options.format, { document: report, rows, columns: HEALTH_COLUMNS, lines }, io);
    return exitOf(options.failOn, (what) => foundInHealth(report, what), io);
  } finally {
    progress.stop();
    await source.close();
    explain('done');
  }
}

/** health_check_YYYYMMDD_HHMMSS.json, in UTC. */
function timedName(now: number): string {
  const [day, time] = isoOf(now).replace(/[-:]/g, '').split(/[T.Z]/);
  return `health_check_${day}_${time}.json`;
}
