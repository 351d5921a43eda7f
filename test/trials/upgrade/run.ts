// An older version of this repository works on a folder, and is replaced by the present one as docs/upgrade.md says; then the
// way back that it describes is gone. Nothing that was acknowledged may be missing, what is settled stays as it is, and judging
// goes on. Older versions are built from the history.
//   npm run test:upgrade [-- --from COMMIT,COMMIT]
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Observation } from '../../../schemas/observation.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { COMMAND, HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { compare } from '../../resilience/invariants.ts';
import { PushedHistory } from '../../resilience/pushed-history.ts';
import { observationItem, StoredAnswers } from '../../resilience/stored-answers.ts';
import { runOptions } from '../../run-options.ts';
import { type BuiltVersion, buildVersion, predecessors, stepsIn } from './built-version.ts';
import { runHalcyon } from './run-halcyon.ts';

const { values: options } = runOptions({ options: { from: { type: 'string' } } });
const NETWORK = 'upgraded';
const SECRET = 'geheim-und-lang-genug-fuer-jedes-System';
/** Slots that each version is given: a day and a half, so that verdicts are settled. */
const SLOTS = 216;
const MOST_MS = 120_000;
const PRESENT = packageFile(...COMMAND);

const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
let problems = 0;

function found(problem: string): void {
  problems++;
  console.log(`problem: ${problem}`);
}

/** A version on a folder, with what was pushed to it by now. */
class Stage {
  readonly #history: PushedHistory;
  /** Settled verdicts that were seen: they may not change. */
  readonly #settled = new Map<string, string>();

  constructor(history: PushedHistory) {
    this.#history = history;
  }

  /**
   * Runs a version on a folder, looks whether everything is there, pushes on, and looks again.
   *
   * @param options `first`: nothing is there yet; `again`: what has to be pushed once more
   */
  async work(
    title: string,
    command: string,
    data: string,
    { first = false, again = [] }: { readonly first?: boolean; readonly again?: readonly Observation[] } = {},
  ): Promise<void> {
    const process = await HalcyonProcess.on({ command, environment: { HALCYON_DATA: data } });
    try {
      const ms = await process.start();
      if (first) await this.#history.register(process.url);
      await this.#look(`${title} at its start`, process.url);
      await this.#history.push(process.url, again);
      await this.#history.pushSlots(process.url, SLOTS);
      const answers = new StoredAnswers(process.url, NETWORK);
      if ((await answers.untilJudged(this.#history.last, MOST_MS)) === null) found(`${title} does not judge on`);
      await this.#look(title, process.url);
      if (!first && !(await hasToken(process.url))) found(`${title}: the client gets no token`);
      console.log(
        `${title}: ready after ${(ms / 1000).toFixed(1)} s; ${this.#history.acknowledged.size} observations, ${this.#settled.size} settled verdicts`,
      );
    } catch (error) {
      found(`${title}: ${String(error)}`);
    } finally {
      await process.stop();
    }
  }

  async #look(title: string, url: string): Promise<void> {
    const answers = new StoredAnswers(url, NETWORK);
    const stored = await answers.observationItems();
    const all = [...this.#history.acknowledged.values()].map(observationItem);
    const { lost, doubled, foreign, different } = compare(all, stored);
    for (const [what, keys] of Object.entries({ lost, doubled, foreign, different }))
      if (keys.length > 0) found(`${title}: ${keys.length} observations ${what}, such as ${keys[0]}`);
    const settled = new Map((await answers.settledItems()).map(({ key, content }) => [key, content]));
    for (const [key, content] of this.#settled) {
      if (settled.get(key) !== content) found(`${title}: verdict ${key} was ${content}, is ${settled.get(key)}`);
    }
    for (const [key, content] of settled) this.#settled.set(key, content);
  }

  /** Remembers how everything is; what it returns goes back there, and gives what was pushed since. */
  kept(): () => Observation[] {
    const { acknowledged } = this.#history;
    const before = new Map(acknowledged);
    const settled = new Map(this.#settled);
    return () => {
      const since = [...acknowledged].filter(([key]) => !before.has(key)).map(([, observation]) => observation);
      acknowledged.clear();
      for (const [key, observation] of before) acknowledged.set(key, observation);
      this.#settled.clear();
      for (const [key, content] of settled) this.#settled.set(key, content);
      return since;
    };
  }
}

async function hasToken(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/oauth/realms/halcyon/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'svc',
      client_secret: SECRET,
      scope: 'aps',
    }),
  });
  return answer.ok;
}

async function trial(old: BuiltVersion, place: string): Promise<void> {
  const data = join(place, 'data');
  const stage = new Stage(new PushedHistory({ network: NETWORK, seed: 11 }));
  console.log(`from ${old.title} (steps ${old.steps}) to the present version (steps ${stepsIn(packageFile())})`);
  await stage.work('the older version', old.command, data, { first: true });
  const secret = join(place, 'secret');
  writeFileSync(secret, `${SECRET}\n`);
  const added = await runHalcyon(old.command, data, [
    'identity',
    'client',
    'add',
    'svc',
    '--secret-file',
    secret,
    '--scope',
    'aps',
  ]);
  if (added.code !== 0) found(`no client: ${added.text}`);
  // A version that has no back-up yet: the folder itself, while nothing runs on it.
  const backup = join(place, 'backup');
  if (old.hasBackup) {
    const taken = await runHalcyon(old.command, data, ['backup', backup]);
    if (taken.code !== 0) found(`no back-up: ${taken.text}`);
  } else cpSync(data, backup, { recursive: true });
  const backToBackup = stage.kept();

  await stage.work('the present version', PRESENT, data);
  if (old.steps === stepsIn(packageFile())) {
    await stage.work('the older version, started again', old.command, data);
  } else {
    const { code, text } = await runHalcyon(old.command, data, ['run']);
    console.log(`the older version on what the present one has left: ${text}`);
    if (code !== 2 || !text.includes('was made by a newer version')) found(`it should refuse, and ended with ${code}`);
  }
  await stage.work('the present version, started again', PRESENT, data);

  // The way back: what the present version was given is not in the back-up.
  const since = backToBackup();
  const restored = join(place, 'restored');
  if (old.hasBackup) {
    const done = await runHalcyon(old.command, restored, ['restore', backup]);
    if (done.code !== 0) found(`no restore: ${done.text}`);
  } else cpSync(backup, restored, { recursive: true });
  await stage.work('the older version on its back-up', old.command, restored, { again: since });
}

let commits: readonly string[] = [];
try {
  commits = options.from?.split(',') ?? predecessors();
} catch {
  console.log('this is no clone with its history: older versions are not to be had');
  process.exit(2);
}
for (const [k, commit] of commits.entries()) {
  const place = mkdtempSync(join(folder, `from-${k}-`));
  const began = performance.now();
  const old = buildVersion(commit, join(place, 'version'));
  console.log(`built ${old.title} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await trial(old, place);
}
rmSync(folder, { recursive: true, force: true });
console.log(`${problems} problems`);
process.exit(problems > 0 ? 1 : 0);
