import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { TypicalSteps } from '../../detectors/baselines/typical-steps.ts';
import { FOREST_KINDS, FORESTS, readPair } from '../../detectors/evidence/learnt-forests.ts';
import { packageFile } from '../../schemas/package-root.ts';
import type { TaughtForests } from './taught-forests.ts';

/*
 * What a run of the quality harness judges by in place of the delivered. Each holds for the rest of the process: a run has a
 * process of its own (scored-run-process.ts).
 */

/** Has evidence of some kinds be weighed by other forests. */
export function replaceForests(forests: TaughtForests): void {
  for (const kind of FOREST_KINDS) {
    const pair = forests[kind];
    if (pair !== undefined) FORESTS[kind] = readPair(pair);
  }
}

/**
 * Has baselines learn nothing, and hold these typical steps instead.
 *
 * @param spreads one sigma by station and variable [unit of the variable]
 */
export function replaceSpreads(spreads: (station: number, variable: number) => number): void {
  TypicalSteps.prototype.spread = spreads;
}

/**
 * Has the typical steps of baselines, as they are learnt, depend on when in the day they are.
 *
 * @param ratio by which they count, by station, variable and slot
 */
export function scaleSpreads(ratio: (station: number, variable: number, slot: number) => number): void {
  const learnt = TypicalSteps.prototype.spread;
  TypicalSteps.prototype.spread = function (station, variable, slot) {
    return learnt.call(this, station, variable, slot) * ratio(station, variable, slot);
  };
}

/** A hook of the module loader that leads from one file to other source. */
const HOOK = (file: string, source: string) => `
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  return found.url.startsWith(${JSON.stringify(file)}) && !found.url.includes('?whole') ? { ...found, url: ${JSON.stringify(source)} } : found;
}`;

/**
 * Replaces some exports of a module whose functions cannot be wrapped, for whoever imports it from now on.
 *
 * @param module its path in the package: `detectors/exemptions/resumption.ts`
 * @param source JavaScript that exports what is replaced
 * @throws Error where there is no such module
 */
export function replaceModule(module: string, source: string): void {
  const file = packageFile(module);
  if (!existsSync(file)) throw new Error(`${module} is not there to be replaced`);
  const dataUrl = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
  const { href } = pathToFileURL(file);
  const whole = `export * from ${JSON.stringify(`${href}?whole`)};`;
  register(dataUrl(HOOK(href, dataUrl(`${whole}${source}`))));
}
