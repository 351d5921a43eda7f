import type { StationPaints } from '../map/station-layer.ts';
import { colourName } from '../map/symbols.ts';
import { STATES_GRAVEST_FIRST, type StationState } from '../state/station-state.ts';

/** Where the choice of a look is kept; absent: as the system has it. */
const KEPT_AS = 'halcyon-look';
export type Look = 'light' | 'dark';

const byNight = window.matchMedia('(prefers-color-scheme: dark)');

/** The look that the pages have now. */
export function currentLook(): Look {
  const kept = readKept();
  if (kept !== null) return kept;
  return byNight.matches ? 'dark' : 'light';
}

/** Changes the look, and keeps the choice for the next time. */
export function switchLook(look: Look): void {
  try {
    localStorage.setItem(KEPT_AS, look);
  } catch {
    // Where nothing may be kept it holds until the page is left.
  }
  showLook(look);
}

/** Shows the look that was kept or that the system has, and follows the system where nothing was kept. */
export function beginLook(): void {
  showLook(currentLook());
  byNight.addEventListener('change', () => showLook(currentLook()));
}

/** Calls back when the look has changed; ends with the signal. */
export function onLook(listener: () => void, signal: AbortSignal): void {
  document.addEventListener('halcyon-look', listener, { signal });
}

/** The value of a custom property of style/colours.css in the look of now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Colours of the stations on the map. */
export function stationPaints(): StationPaints {
  const state = Object.fromEntries(STATES_GRAVEST_FIRST.map((one) => [one, colour(colourName(one))]));
  return { state: state as Record<StationState, string>, paper: colour('--land'), ink: colour('--ink') };
}

/** Colours of the outline of the world. */
export function outlineColours(): Record<'land' | 'coast' | 'border', string> {
  return { land: colour('--land'), coast: colour('--coast'), border: colour('--border') };
}

function showLook(look: Look): void {
  document.documentElement.dataset['look'] = look;
  document.dispatchEvent(new Event('halcyon-look'));
}

function readKept(): Look | null {
  try {
    const kept = localStorage.getItem(KEPT_AS);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null;
  }
}
