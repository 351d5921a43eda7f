import { readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import { RULES } from '../../deploy/prometheus/monitoring-files.ts';

/** A minute of the rules is a second of the trial; the longest stretch that is looked back over [s]. */
const SHORTER = 60;
const LONGEST_S = 60;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/**
 * The rules of alerts with every duration a sixtieth of what it is: how long a fault lasts, how far is looked back and
 * foreseen, the five minutes of the objective, the seconds that a store may be away and a verdict may take. Nothing else is changed; the durations as they are
 * have their trials by promtool.
 */
export function shortenedRules(): string {
  const short = (count: string, unit: string) => {
    const seconds = (Number(count) * (SECONDS[unit] ?? 1)) / SHORTER;
    return `${Math.min(LONGEST_S, Math.max(1, Math.round(seconds)))}s`;
  };
  return readFileSync(packageFile(RULES), 'utf8')
    .replaceAll(/\[(\d+)([smh])\]/g, (_, count: string, unit: string) => `[${short(count, unit)}]`)
    .replaceAll(/offset (\d+)([smh])/g, (_, count: string, unit: string) => `offset ${short(count, unit)}`)
    .replaceAll(/\bfor: (\d+)([smh])/g, (_, count: string, unit: string) => `for: ${short(count, unit)}`)
    .replaceAll('le="300"', 'le="5"')
    .replaceAll(/ > 60$/gm, ' > 1')
    .replaceAll(', 86400)', ', 1440)');
}
