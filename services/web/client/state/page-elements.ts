import type { ConfiguredElements } from '../../../../schemas/elements/configured-elements.ts';
import type { Element } from '../../../../schemas/elements/element.ts';

declare global {
  /** What `/map/elements.js` sets before the page is loaded. */
  var halcyonElements: readonly Element[] | undefined;
}

/** The elements beyond the five that the service keeps. The build puts this in the place of what processes read from the environment. */
export const CONFIGURED_ELEMENTS: ConfiguredElements = { elements: globalThis.halcyonElements ?? [], problems: [] };
