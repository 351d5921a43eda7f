import { z } from 'zod';

/** Cursor of the next page of a list; null on the last one. */
export const nextCursor = z.string().nullable().describe('Ask for the next page with it; null on the last one.');
