import { execFile } from 'node:child_process';
import { TEMPORAL_METHODS } from '../detectors/methods/registry.ts';
import { packageFile } from '../schemas/package-root.ts';
import { LEARNING, pythonWith } from '../test/servers/python-packages.ts';
import type { Figure } from './figure.ts';
import { verdictCost } from './verdict-cost.ts';
import { verdictQuestions } from './verdict-questions.ts';

const PACKAGES = [...LEARNING, 'statsmodels==0.15.0'];
/** How many times as fast as its peer a method is to be. */
const GOALS: Readonly<Record<string, string>> = { arima: '>= 1000' };

/** What a verdict costs by a program that a Python user would take. */
interface PeerVerdict {
  /** Halcyon's method of the same kind. */
  readonly method: string;
  readonly peer: string;
  /** CPU time [us]. */
  readonly us: number;
}

/**
 * What a verdict costs by every method, by what a Python user would take on the same windows, and how many times as much
 * that is. Where the packages cannot be had it says so and leaves them out.
 */
export async function verdictsBesidePeers(): Promise<Figure[]> {
  const own = await verdictCost();
  const python = await pythonWith(PACKAGES);
  if ('missing' in python) {
    console.error(python.missing);
    return own;
  }
  const figures: Figure[] = [...own];
  for (const { method, peer, us } of await peerVerdicts(python.python)) {
    const verdict = own.find(({ name }) => name === `${method}: a verdict`);
    figures.push({ name: `${method}: a verdict by ${peer}`, value: us, unit: 'us', goal: '' });
    if (verdict === undefined) continue;
    const goal = GOALS[method] ?? '';
    figures.push({ name: `${method}: as fast as ${peer}`, value: us / verdict.value, unit: 'times', goal });
  }
  return figures;
}

/** Runs the peers on the windows of the full questions. */
async function peerVerdicts(python: string): Promise<PeerVerdict[]> {
  const windows: Record<string, number[][]> = {};
  for (const [name, method] of TEMPORAL_METHODS) {
    windows[name] = verdictQuestions(method, 0).map(({ history, value }) => [...history, value]);
  }
  const stdout = await new Promise<string>((resolve, reject) => {
    const script = packageFile('bench/peers/verdicts.py');
    const child = execFile(python, [script], (error, out) => (error === null ? resolve(out) : reject(error)));
    child.stdin?.end(JSON.stringify(windows));
  });
  const [, ...lines] = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as PeerVerdict);
}
