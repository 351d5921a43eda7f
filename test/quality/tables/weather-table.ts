import { atLeast, atMost } from '../goal.ts';
import { markdownTable } from '../markdown-table.ts';
import { type Scene, scoreSet } from '../scene.ts';
import { beyondClean, type WeatherRun } from '../weather-scores.ts';
import { FIGURE_COLUMNS, type FigureRow, figureLine } from './figure-line.ts';

/** What a run says, beside the one of the same network without injected weather. */
interface BesideClean {
  readonly run: WeatherRun;
  readonly clean: WeatherRun;
}

const ROWS: readonly FigureRow<BesideClean>[] = [
  {
    ...{ set: 'mixed', what: 'fronts and storms seen, %', digits: 1, goal: atLeast(85, 85) },
    figure: ({ run }) => share(run.seen.front + run.seen.storm, run.injected.front + run.injected.storm),
  },
  { set: 'mixed', what: 'fronts seen, %', digits: 1, figure: ({ run }) => share(run.seen.front, run.injected.front) },
  { set: 'mixed', what: 'storms seen, %', digits: 1, figure: ({ run }) => share(run.seen.storm, run.injected.storm) },
  {
    ...{ set: 'mixed', what: 'events a week beyond the clean run', digits: 2, goal: atMost(1, 1) },
    figure: ({ run, clean }) => beyondClean(run, clean),
  },
  { set: 'clean', what: 'events a week', digits: 1, figure: ({ clean }) => clean.events.length / clean.weeks },
];

/** A table of how many injected fronts and storms of several stations are seen as one event each. */
export async function weatherTable(scene: Scene): Promise<string> {
  const [[calm], mixed] = await Promise.all([
    scoreSet(scene, 'clean', { also: 'weather' }),
    scoreSet(scene, 'mixed', { also: 'weather' }),
  ]);
  const scored = mixed.flatMap(({ weather }) => {
    if (weather === undefined || calm.weather === undefined) return [];
    const { first, last } = calm.weather;
    return [{ first: { run: weather.first, clean: first }, last: { run: weather.last, clean: last } }];
  });
  return markdownTable(
    FIGURE_COLUMNS,
    ROWS.map((row) => figureLine(row, scored)),
  );
}

function share(part: number, all: number): number | null {
  return all === 0 ? null : (100 * part) / all;
}
