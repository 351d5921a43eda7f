import { type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';

/** Every so often the event loop's delay is looked at [ms]. */
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Shows what this process takes: memory, processor, how late its event loop is. Returns what ends it. */
export function watchProcess(): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let used = performance.eventLoopUtilization();
  const endings = [
    observe(METRICS.processMemory, (tell) => tell(process.memoryUsage.rss(), {})),
    observe(METRICS.processUptime, (tell) => tell(process.uptime(), {})),
    observe(METRICS.processCpu, (tell) => {
      const { user, system } = process.cpuUsage();
      tell(user / MICROSECONDS, { 'cpu.mode': 'user' });
      tell(system / MICROSECONDS, { 'cpu.mode': 'system' });
    }),
    observe(METRICS.eventLoopDelayP50, (tell) => tell(late(delay, delay.percentile(50)), {})),
    observe(METRICS.eventLoopDelayP99, (tell) => tell(late(delay, delay.percentile(99)), {})),
    // The last of them that is asked: the next reading begins anew.
    observe(METRICS.eventLoopDelayMax, (tell) => {
      tell(late(delay, delay.max), {});
      delay.reset();
    }),
    observe(METRICS.eventLoopUse, (tell) => {
      const now = performance.eventLoopUtilization();
      tell(performance.eventLoopUtilization(now, used).utilization, {});
      used = now;
    }),
  ];
  return () => {
    delay.disable();
    for (const end of endings) end();
  };
}

/** The histogram holds the time between two looks: what is beyond the resolution is delay [s]. */
function late(histogram: IntervalHistogram, nanoseconds: number): number {
  if (histogram.count === 0) return 0;
  return Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
}
