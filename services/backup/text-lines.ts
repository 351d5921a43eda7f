/** Lines of a text that comes in pieces of bytes, without their line breaks. Node's own takes U+2028 for one, which JSON may hold. */
export async function* textLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let open = '';
  for await (const piece of pieces) {
    const lines = (open + decoder.decode(piece, { stream: true })).split('\n');
    open = lines.pop() ?? '';
    yield* lines;
  }
  if (open !== '') yield open;
}
