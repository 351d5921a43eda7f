/** An ordinary user's id on every system: nobody's. */
const NOBODY = 65_534;

/**
 * Runs `work` as a user whom permissions bind. They do not bind root, who becomes nobody for that time; anybody else is
 * such a user already.
 */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid } = process;
  if (geteuid?.() !== 0 || seteuid === undefined) return work();
  // The user counts for the whole process, the threads that work on files too.
  seteuid(NOBODY);
  try {
    return await work();
  } finally {
    seteuid(0);
  }
}
