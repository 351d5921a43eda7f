import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { moduleToFork } from '../../services/stores/fork-module.ts';

/**
 * Lets the engine write the observations of a store as Parquet by itself, in a process of its own; nobody else may hold the
 * store. Seconds and CPU seconds of the statement alone.
 */
export async function engineExport(timeSeries: string, path: string): Promise<{ seconds: number; cpu: number }> {
  const { script, execArgv } = moduleToFork('./engine-statement', import.meta.url);
  const statement = `SELECT network, station AS station_id, time AS timestamp, temp_out, out_hum, wind_speed, bar, rain,
      extras, original, source, received
    FROM halcyon.observations ORDER BY network, station, slot, time, received DESC LIMIT 1 BY network, station, slot, time
    INTO OUTFILE '${path}' TRUNCATE FORMAT Parquet`;
  const { stdout } = await promisify(execFile)(process.execPath, [...execArgv, script, timeSeries, statement]);
  return JSON.parse(stdout) as { seconds: number; cpu: number };
}
