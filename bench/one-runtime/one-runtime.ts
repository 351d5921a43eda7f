import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slotOf } from '../../schemas/time.ts';
import type { Figure } from '../figure.ts';
import { buildForms, FORMS, type Form } from './form-process.ts';
import { type Measured, makeFolder, measureForm } from './measure-form.ts';
import { dense, type NetworkShape, sparse } from './network-shape.ts';

/** The load runs behind the clock by so much, so that it does not run ahead of it. */
const BEHIND_SLOTS = 120;
/** Within this of what is now, as the rule of adoption has it. */
const AT_MOST = '<= 1.05';
const AT_LEAST = '>= 0.95';

let rounds = 0;

/**
 * Both forms of the pipeline of one process side by side on the same observations, in two networks: each figure of both, and
 * the candidate's as so many times the present one. Which of them begins alternates from round to round.
 *
 * @param stations of the dense network
 */
export async function oneRuntime(stations: number): Promise<Figure[]> {
  if (rounds === 0) buildForms();
  const order = rounds++ % 2 === 0 ? FORMS : FORMS.toReversed();
  const figures: Figure[] = [];
  for (const shape of [sparse(), dense(stations)]) figures.push(...(await measureShape(shape, order)));
  return figures;
}

async function measureShape(shape: NetworkShape, order: readonly Form[]): Promise<Figure[]> {
  const parent = await mkdtemp(join(tmpdir(), 'halcyon-one-runtime-'));
  try {
    const made = join(parent, 'made');
    const last = slotOf(Date.now()) - BEHIND_SLOTS;
    await makeFolder(made, shape, last);
    const measured = new Map<Form, Map<string, Measured>>();
    for (const form of order) measured.set(form, await measureForm(form, made, shape, last));
    const [present, candidate] = FORMS.map((form) => measured.get(form) ?? new Map<string, Measured>());
    const figures = besideEachOther(shape.name, present, candidate);
    // Of a run that is ended early this much is known.
    for (const { name, value, unit } of figures)
      console.log(`round ${rounds}, ${order[0]} first: ${name} ${value} ${unit}`);
    return figures;
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** Figures of both forms, and how many times the present one the candidate's is. */
export function besideEachOther(
  network: string,
  present: ReadonlyMap<string, Measured>,
  candidate: ReadonlyMap<string, Measured>,
): Figure[] {
  return [...present].flatMap(([name, { value, unit, better }]) => {
    const other = candidate.get(name)?.value ?? Number.NaN;
    const goal = better === 'more' ? AT_LEAST : AT_MOST;
    return [
      { name: `${network}: ${name}, present`, value, unit, goal: '' },
      { name: `${network}: ${name}, candidate`, value: other, unit, goal: '' },
      { name: `${network}: ${name}, ratio`, value: other / value, unit: 'times', goal },
    ];
  });
}
