/** Longest that others are waited for [ms]: a reading of the metrics must not hang on brokers that are away. */
const PATIENCE_MS = 2_000;

/** What a promise resolves with; null where it rejects or takes too long. */
export async function inTime<T>(promise: Promise<T>, milliseconds: number = PATIENCE_MS): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([promise.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
