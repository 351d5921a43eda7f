import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoOf } from '../../schemas/time.ts';
import { InjectedHistory } from './injected-history.ts';
import type { Scene } from './scene.ts';
import { Scoring } from './scoring.ts';

/** What a scene is made of beside its scoring. */
export type SceneAsked = Omit<Scene, 'excluded' | 'scoring'>;

/**
 * Makes the scene of one network.
 *
 * @param root folder for injected data and reports
 * @param ofFaults whether faults are scored
 * @throws Error where harness or data are not there, or a stretch is not in the data
 */
export async function madeScene(asked: SceneAsked, root: string, ofFaults: boolean): Promise<Scene> {
  const { data, segments, exclude } = asked.options;
  for (const segment of segments.split(',')) stretchOf(segment);
  const scoring = new Scoring(asked.options, root);
  if (ofFaults) scoring.demandFaultScorers();
  const extent = await new InjectedHistory(scoring.injected('clean', '1')).extent();
  if (extent === null) throw new Error(`${data} holds no observations`);
  for (const segment of segments.split(',')) {
    const [start, end] = stretchOf(segment);
    if (start >= extent.first && end <= extent.last) continue;
    const there = `${isoOf(extent.first)}..${isoOf(extent.last)}`;
    throw new Error(`--segments '${segment}' should be within the observations, ${there}`);
  }
  return { ...asked, excluded: new Set(exclude.split(',').filter(Boolean)), scoring };
}

/** Slots between two reports of a scene's network. */
export function cadenceOf({ scoring }: Scene): number {
  const file = join(scoring.injected('clean', '1'), 'segments.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { cadence: number }).cadence;
}

/** First and last time of a stretch, ms since the epoch. @throws Error where it is none */
function stretchOf(segment: string): readonly [start: number, end: number] {
  const [start, end] = segment.split('..').map((time) => Date.parse(time));
  if (start < end) return [start, end];
  throw new Error(`--segments '${segment}' should be a stretch FROM..TO: 2022-09-03T02:00:00Z..2022-09-07T06:40:00Z`);
}
