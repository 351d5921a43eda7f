// npm run bench:cadences: a network that reports every minute beside one that reports every ten: latency of a running system at
// the stations' own rate and at ten times it, rate of a replay, memory of the windows.
//   npm run bench:cadences [-- PART..] [--stations 1000] [--seconds 45]
// PART begins the name of a part: live, replay, memory; without one all are measured. --seconds each live rate is held. The
// figures are kept with those of `npm run bench`, and compared with the last.
import { amountOf, countOf, refuse, runOptions } from '../../test/run-options.ts';
import type { Figure } from '../figure.ts';
import { figureLine, medianOf, overRounds } from '../measured-figure.ts';
import { keepResults, LAST_RESULTS, readResults } from '../results-file.ts';
import { liveLatency } from './live-latency.ts';
import { replayRatio } from './replay-ratio.ts';
import { windowMemory } from './window-memory.ts';

const { values: options, positionals: wanted } = runOptions({
  allowPositionals: true,
  options: { stations: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '45' } },
});
const [stations, seconds] = [countOf(options, 'stations'), amountOf(options, 'seconds')];
/** Longer, and the load would be behind the clock by more than a report may be late. */
const MOST_SECONDS = 600;
if (seconds > MOST_SECONDS) refuse(`--seconds is ${seconds}, should be ${MOST_SECONDS} at most`);

const PARTS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  live: () => liveLatency(stations, seconds),
  replay: () => replayRatio(stations),
  memory: windowMemory,
};
const parts = Object.entries(PARTS).filter(
  ([name]) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);
if (parts.length === 0)
  refuse(`no part begins with ${wanted.join(' or ')}; there are ${Object.keys(PARTS).join(', ')}`);
for (const [, measure] of parts) {
  const last = readResults(LAST_RESULTS);
  const figures = overRounds([await measure()]);
  for (const figure of figures) {
    const was = last?.figures[figure.name];
    console.log(figureLine(figure, was === undefined ? undefined : medianOf(was.values)));
  }
  keepResults(LAST_RESULTS, figures, last);
}
