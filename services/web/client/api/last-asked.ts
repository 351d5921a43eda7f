/** Of questions that are asked again and again only the last one counts: an older answer may come after a newer one. */
export class LastAsked {
  #last = 0;

  /** Another question is asked. @returns whether it is still the last one */
  again(): () => boolean {
    const own = ++this.#last;
    return () => own === this.#last;
  }
}
