import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Most characters of all drawings that are kept. */
const MOST = 32 * 1024 * 1024;

/** Drawings of the patterns that were drawn last: a page that shows a pattern asks for it again and again. */
export class KeptDrawings {
  readonly #drawings = new LRUCache<string, string>({ maxSize: MOST, sizeCalculation: (svg) => svg.length });

  /**
   * The drawing of a text that says what is drawn, drawn where it is not kept.
   *
   * @param text the pattern as it was sent
   */
  async drawn(text: string, draw: () => Promise<string>): Promise<string> {
    const digest = createHash('sha256').update(text).digest('base64');
    const kept = this.#drawings.get(digest);
    if (kept !== undefined) return kept;
    const svg = await draw();
    this.#drawings.set(digest, svg);
    return svg;
  }
}
