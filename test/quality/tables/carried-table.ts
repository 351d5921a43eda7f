import { HOURLY_FROM } from '../../../detectors/windows/hourly.ts';
import { f1, falseFailures } from '../figures.ts';
import { atLeast, atMost, goalCells } from '../goal.ts';
import { evidenceOf, taughtBy } from '../learnt-evidence.ts';
import { cadenceOf } from '../made-scene.ts';
import { markdownTable } from '../markdown-table.ts';
import { cellOf, overSeeds } from '../over-seeds.ts';
import type { Samples } from '../recorded-evidence.ts';
import { type NamedScene, type Otherwise, type Scene, scoreSet } from '../scene.ts';

const COLUMNS = [
  ...['network', 'judged by', 'mixed F1, settled', 'at once', 'goal', 'met'],
  ...['clean: false failures, settled', 'at once', 'goal', 'met'],
];
const F1_GOAL = { often: atLeast(0.94, 0.9), hourly: atLeast(0.87, 0.85) };
const FALSE_GOAL = atMost(0.2, 0.2);

/**
 * What the weights of the evidence are worth on a network that taught nothing: each is judged by what the others teach, beside
 * what is delivered and what all teach.
 */
export async function carriedTable(scenes: readonly NamedScene[]): Promise<string> {
  const evidence: { readonly place: string; readonly samples: Samples }[] = [];
  for (const { place, scene } of scenes.filter(({ teaches }) => teaches)) {
    const { scoring, options } = scene;
    const samples = await evidenceOf(scene, (set, seed) => scoring.injected(set, seed), options.segments);
    evidence.push({ place, samples });
  }
  // Its own reports taken in another way are of the same weather: what the others teach is one thing for each place.
  const taught = new Map<string | null, Otherwise>();
  const taughtBut = async (place: string | null): Promise<Otherwise> => {
    const known = taught.get(place);
    if (known !== undefined) return known;
    const those = evidence.filter((one) => one.place !== place);
    const by = await taughtBy(joined(those.map(({ samples }) => samples)));
    taught.set(place, by);
    return by;
  };
  const lines: Promise<string[]>[] = [];
  for (const { name, place, teaches, scene } of scenes) {
    const judged: [what: string, by: Otherwise][] = [
      ['as delivered', {}],
      ['learnt from the others', await taughtBut(teaches ? place : null)],
    ];
    if (teaches) judged.push(['learnt from all', await taughtBut(null)]);
    lines.push(...judged.map(async ([what, by]) => [name, what, ...(await cells(scene, by))]));
  }
  return markdownTable(COLUMNS, await Promise.all(lines));
}

async function cells(scene: Scene, by: Otherwise): Promise<string[]> {
  const goal = F1_GOAL[cadenceOf(scene) >= HOURLY_FROM ? 'hourly' : 'often'];
  const [mixed, clean] = await Promise.all([scoreSet(scene, 'mixed', by), scoreSet(scene, 'clean', by)]);
  const [settled, atOnce] = [overSeeds(mixed, 'last', f1), overSeeds(mixed, 'first', f1)];
  const [calm, calmAtOnce] = [overSeeds(clean, 'last', falseFailures), overSeeds(clean, 'first', falseFailures)];
  return [
    ...[cellOf(settled, 3), cellOf(atOnce, 3), ...goalCells(goal, settled, atOnce, 3)],
    ...[cellOf(calm, 2), cellOf(calmAtOnce, 2), ...goalCells(FALSE_GOAL, calm, calmAtOnce, 2)],
  ];
}

function joined(networks: readonly Samples[]): Samples {
  const all: Samples = new Map();
  for (const samples of networks) {
    for (const [place, those] of samples) all.set(place, [...(all.get(place) ?? []), ...those]);
  }
  return all;
}
