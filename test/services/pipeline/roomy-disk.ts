import type { StoreDisk } from '../../../services/stores/store-space.ts';

/** A disk with room for everything. */
export const ROOMY: StoreDisk = {
  space: async () => ({ free: 2 ** 40, total: 2 ** 40 }),
  allowMerges: async () => undefined,
  brokenParts: async () => [],
  readFailures: async () => 0,
  putAsideUnreadable: async () => undefined,
  forgetBroken: async () => [],
  holds: async () => true,
};
