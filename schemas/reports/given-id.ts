import { z } from 'zod';

/** Stand in examples for ids that the system itself gives. */
export const SHOWN_ID = '0c9b1f7a-4d0e-4b52-9d4b-6a8f3b0f5e11';
export const SHOWN_ANOMALY_ID = '3f8a0c51d2b94e6f8a7c1d0e5b6f4a92';
export const SHOWN_FAULT_ID = 'b7d04e9c2a6f4813905e7fc1a8d26b30';
export const SHOWN_LETTER_ID = '5d1c77ab09e24f3c8b6a94d0e7f2a318';

/** The id of something that the system itself gave one: a rule, an alert, a task. */
export const givenId = z.string().meta({ examples: [SHOWN_ID] });

/** The id of an anomaly, and of the episode that begins with it; other texts are the id of none. */
export const anomalyId = z.string().meta({ examples: [SHOWN_ANOMALY_ID] });

/** The id of a fault. */
export const faultIdText = z.string().meta({ examples: [SHOWN_FAULT_ID] });

/** The id of a dead letter. */
export const letterIdText = z.string().meta({ examples: [SHOWN_LETTER_ID] });
