/** What the id of an anomaly looks like; anything else is none of the store's. */
export const ANOMALY_ID = /^[0-9a-f]{32}$/;

/** What the id of a dead letter looks like: derived from what it is of. */
export const LETTER_ID = /^[0-9a-f]{32}$/;

/** What the id of a fault looks like; the store has no other. */
export const FAULT_ID = /^[0-9a-f]{32}$/;
