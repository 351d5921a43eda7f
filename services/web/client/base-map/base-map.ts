import type { BaseMap } from '../../web-settings.ts';

let configured: BaseMap | undefined;

/** Keeps what the service says of the base map; nothing where it has none. */
export function beginBaseMap(map: BaseMap | undefined): void {
  configured = map;
}

/** The tiles under the stations; undefined where none are configured. */
export function baseMap(): BaseMap | undefined {
  return configured;
}
