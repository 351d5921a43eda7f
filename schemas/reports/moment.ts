import { z } from 'zod';

/** A time in an answer: ISO 8601, UTC. */
export const moment = z.string().meta({ format: 'date-time' });
