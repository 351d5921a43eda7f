/**
 * Mean and variance of values that pass by, without keeping them.
 * B. P. Welford (1962), Note on a method for calculating corrected sums of squares and products.
 */
export class RunningVariance {
  count = 0;
  mean = 0;
  private squares = 0;

  add(value: number): void {
    this.count++;
    const before = value - this.mean;
    this.mean += before / this.count;
    this.squares += before * (value - this.mean);
  }

  /** sum of (x - mean)^2 / (n - 1); 0 where there are fewer than two values. */
  get variance(): number {
    return this.count < 2 ? 0 : this.squares / (this.count - 1);
  }
}
