import { readConfiguration } from '../../../schemas/configuration.ts';
import { printable } from '../../../schemas/printable.ts';
import { isoOf } from '../../../schemas/time.ts';
import type { openDatabase } from '../../detection/open-database.ts';
import { checkNetwork } from '../../health/check-network.ts';
import { readHealth } from '../../health/health-request.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { checkWritable } from '../frame/written-file.ts';
import { paintFor, widthOf } from '../terminal/paint.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { type HealthOptions, optionOf } from './command-options.ts';
import { healthConsoleReport } from './health-console-report.ts';
import { narrationOf } from './narration.ts';
import { saveReport } from './save-report.ts';

/**
 * `anomaly-detector --health-check`, section 4.4 of the interface document.
 *
 * @returns the exit code where nothing went wrong, whatever the sensors are like: 0
 * @throws HalcyonError with the exit code of what did
 */
export async function healthCommand(options: HealthOptions, io: CommandIo, open: typeof openDatabase): Promise<number> {
  const now = io.now();
  const configuration = readConfiguration(io.environment);
  const request = readHealth(options.health, { now, nameOf: optionOf, place: 'arguments' });
  const { warn, explain } = narrationOf(io, options.verbose);
  for (const warning of options.warnings) warn(warning);
  const save = options.save === true ? timedName(now) : options.save;
  if (save !== null) await checkWritable(save);

  explain(`checking ${request.days} days up to ${isoOf(request.end)}: ${request.variables.join(', ')}`);
  const opening = { ...options.reading, now, signal: io.signal, say: explain, warn };
  const source = await open(options.database, configuration, opening);
  const progress = progressLine(io.stderr, 'checking');
  try {
    explain(`reading ${source.title}`);
    const onProgress = progress.update.bind(progress);
    const { network, report, observations } = await checkNetwork(source, request, { signal: io.signal, onProgress });
    progress.stop();
    explain(`checked ${report.length} stations; the network has ${observations} observations in the period`);
    if (save !== null) await saveReport(save, report);
    const look = { paint: paintFor(io.stdout, io.environment), width: widthOf(io.stdout), verbose: options.verbose };
    io.stdout.write(healthConsoleReport(network, request, report, look));
    if (save !== null) io.stdout.write(`\nReport saved to ${printable(save)}\n`);
    return 0;
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
