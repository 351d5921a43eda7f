/** The value below which a share of sorted numbers lies; NaN where there is none. @param share from 0 to 1 */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
