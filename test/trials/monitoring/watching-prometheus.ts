import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithThisProcess } from '../../../deploy/servers/parting.ts';
import { freePort } from '../../../deploy/servers/server-process.ts';
import type { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { shortenedRules } from './shortened-rules.ts';

const FIRES_MS = 240_000;
const QUIET_MS = 180_000;

/** A fault that is made, what it must have fire, and how it is undone. */
export interface MadeFault {
  readonly title: string;
  readonly alerts: readonly string[];
  readonly make: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
}

/** A Prometheus that reads some processes every second. */
export class WatchingPrometheus {
  readonly #url: string;
  readonly #end: () => void;

  private constructor(url: string, end: () => void) {
    this.#url = url;
    this.#end = end;
  }

  static async start(folder: string, processes: readonly HalcyonProcess[]): Promise<WatchingPrometheus> {
    const port = await freePort();
    const rules = join(folder, 'rules.yaml');
    writeFileSync(rules, shortenedRules());
    const targets = processes.map(({ url }) => new URL(url).host);
    const configuration = join(folder, 'prometheus.json');
    const every = { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' };
    const scrape = { job_name: 'halcyon', static_configs: [{ targets }] };
    writeFileSync(configuration, JSON.stringify({ global: every, rule_files: [rules], scrape_configs: [scrape] }));
    const child = spawn(
      'prometheus',
      [
        `--config.file=${configuration}`,
        `--storage.tsdb.path=${join(folder, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    endWithThisProcess(child);
    return new WatchingPrometheus(`http://127.0.0.1:${port}`, () => child.kill('SIGTERM'));
  }

  stop(): void {
    this.#end();
  }

  /** Makes a fault, waits until every alert of it has fired, undoes it. */
  async sees({ title, alerts, make, undo }: MadeFault, problems: string[]): Promise<void> {
    const began = performance.now();
    const open = new Set(alerts);
    console.log(title);
    for (const alert of await this.#firing()) if (open.has(alert)) problems.push(`${title}: ${alert} fires before it`);
    const made = make();
    while (open.size > 0 && performance.now() - began < FIRES_MS) {
      for (const alert of await this.#firing()) {
        if (open.delete(alert)) console.log(`  ${alert} fires after ${seconds(began)} s`);
      }
      await sleep(500);
    }
    await made;
    for (const alert of open) problems.push(`${title}: ${alert} did not fire within ${FIRES_MS / 1000} s`);
    await undo();
  }

  /** Waits until nothing fires, and goes on firing nothing for a while. */
  async untilQuiet(title: string, problems: string[]): Promise<void> {
    const began = performance.now();
    let since = performance.now();
    while (performance.now() - since < 20_000) {
      const firing = await this.#firing();
      if (firing.length > 0) since = performance.now();
      if (performance.now() - began > QUIET_MS) {
        problems.push(`${title}: ${firing.join(', ')} fires`);
        return;
      }
      await sleep(500);
    }
    console.log(`${title}: nothing fires`);
  }

  async #firing(): Promise<string[]> {
    try {
      const answer = await fetch(`${this.#url}/api/v1/alerts`);
      const { data } = (await answer.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    } catch {
      // It is being started.
      return ['prometheus does not answer'];
    }
  }
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}
