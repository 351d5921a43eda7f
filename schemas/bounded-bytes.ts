/**
 * All bytes of a body that somebody else sends, as long as they are not too many.
 *
 * @param most bytes that are taken
 * @param tooMany what is thrown where there are more
 */
export async function boundedBytes(body: AsyncIterable<Buffer>, most: number, tooMany: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) throw tooMany();
  }
  return Buffer.concat(chunks);
}
