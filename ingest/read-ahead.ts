/**
 * What a source gives, some of it read before it is asked for: while one piece is worked on, others come.
 *
 * @param most pieces that are read and not yet asked for
 * @throws what the source throws, in its place
 */
export async function* readAhead<T>(source: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const coming: Promise<IteratorResult<T>>[] = [];
  try {
    for (;;) {
      while (coming.length < most) {
        const next = iterator.next();
        // Whoever asks for it learns of an error.
        next.catch(() => undefined);
        coming.push(next);
      }
      const { done, value } = await (coming.shift() ?? iterator.next());
      if (done === true) return;
      yield value;
    }
  } finally {
    await Promise.allSettled(coming);
    await iterator.return?.();
  }
}
