/** Takes what is found, prints it line by line and counts what is not as it should be. */
export class TrialReport {
  readonly #began = performance.now();
  #problems = 0;

  get problems(): number {
    return this.#problems;
  }

  /** Seconds since the beginning. */
  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** One line of progress, with a figure that was measured. */
  say(line: string): void {
    console.log(`${this.seconds.toFixed(0).padStart(4)} s  ${line}`);
  }

  /** Something that has to be so. @param found shown where it is not */
  check(title: string, isSo: boolean, found = ''): void {
    if (!isSo) this.#problems++;
    this.say(`${isSo ? 'good' : 'PROBLEM'}: ${title}${isSo ? '' : ` (${found})`}`);
  }
}
