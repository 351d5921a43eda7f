import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoOf } from '../../schemas/time.ts';
import { openTimeSeries } from '../../services/stores/opening/open-time-series.ts';
import type { Figure } from '../figure.ts';
import { measuredCommand } from '../measured-command.ts';
import { MINUTE_MS, ReportingNetwork } from './reporting-network.ts';

const FROM = Date.UTC(2025, 5, 1);
/** History before what is judged, and what is judged. */
const [WINDOW_MS, JUDGED_MS] = [6 * 60 * MINUTE_MS, 6 * 60 * MINUTE_MS];

/**
 * Observations a second that the built command judges of a stored network that reports every minute, and of one of ten times the
 * stations that reports every ten: as many observations of the same stretch.
 */
export async function replayRatio(stations: number): Promise<Figure[]> {
  const everyTen = await rateOf(10 * stations, 10);
  const everyMinute = await rateOf(stations, 1);
  const rate = (name: string, value: number): Figure => ({ name: `replay, ${name}`, value, unit: 'obs/s', goal: '' });
  return [
    rate(`${shown(10 * stations)} stations every 10 min`, everyTen),
    rate(`${shown(stations)} stations every minute`, everyMinute),
    { name: 'replay, every minute to every 10 min', value: everyMinute / everyTen, unit: 'times', goal: '' },
  ];
}

async function rateOf(stations: number, minutes: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-replay-ratio-'));
  try {
    const network = new ReportingNetwork(stations, minutes);
    const step = (ms: number) => Math.floor((FROM + ms) / network.stepMs);
    const store = await openTimeSeries({ dataFolder: folder, role: 'system' });
    await network.store(store, step(0), step(WINDOW_MS + JUDGED_MS) - 1);
    await store.close();
    const [start, end] = [isoOf(FROM + WINDOW_MS), isoOf(FROM + WINDOW_MS + JUDGED_MS - 1000)];
    const { seconds } = await measuredCommand([
      '--database',
      folder,
      '--start',
      start,
      '--end',
      end,
      '--spatial-verify',
    ]);
    return (stations * JUDGED_MS) / network.stepMs / seconds;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
