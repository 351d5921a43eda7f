/** Rows of each group in one answer on what is wrong now. */
export const NOW_ROWS = { usual: 200, most: 1_000 } as const;
