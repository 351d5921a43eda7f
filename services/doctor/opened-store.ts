import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../../schemas/configuration.ts';
import { assertInstalled } from '../stores/embedded-engines.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../stores/opening/open-time-series.ts';

/** How long a server, or another process that holds the folder, is waited for [ms]. */
const PATIENCE_MS = 4_000;

/** A store that is opened when it is first asked for, and makes nothing. */
export class LookedAtStore {
  readonly #configuration: Pick<Configuration, 'clickhouseUrl' | 'data'>;
  #opening: Promise<OpenedTimeSeries | null> | null = null;

  constructor(configuration: Pick<Configuration, 'clickhouseUrl' | 'data'>) {
    this.#configuration = configuration;
  }

  /**
   * The store; null where the embedded one was never made.
   *
   * @throws HalcyonError what opening it throws
   */
  opened(): Promise<OpenedTimeSeries | null> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Closes it, where it was opened. */
  async close(): Promise<void> {
    await (await this.#opening?.catch(() => null))?.close();
  }

  async #open(): Promise<OpenedTimeSeries | null> {
    const { clickhouseUrl, data: dataFolder } = this.#configuration;
    if (clickhouseUrl === '') assertInstalled('timeSeries');
    if (clickhouseUrl === '' && !existsSync(join(dataFolder, 'time-series'))) return null;
    const waiting = { waitMs: PATIENCE_MS, patienceMs: PATIENCE_MS };
    return openTimeSeries({ clickhouseUrl, dataFolder, role: 'command', create: false, ...waiting });
  }
}
