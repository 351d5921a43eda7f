/** Numbers in (0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (((bits ^ (bits >>> 14)) >>> 0) + 0.5) / 4294967296;
  };
}

/** Standard normal numbers from a seed. */
export function seededNormal(seed: number): () => number {
  const random = seeded(seed);
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

export const SERIES_KINDS = ['walk', 'noise', 'diurnal', 'arma', 'gusts'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** A series as stations have them: a walk, noise, a slow cycle, ARMA differences, gusts that fall back to calm. */
export function seededSeries(kind: SeriesKind, length: number, seed: number): Float64Array {
  const normal = seededNormal(seed);
  const series = new Float64Array(length);
  let level = 15;
  let x = 0;
  let before = 0;
  for (let t = 0; t < length; t++) {
    const z = normal();
    x = 0.6 * x + z - 0.3 * before;
    before = z;
    if (kind === 'walk') level += 0.3 * z;
    if (kind === 'arma') level += 0.1 * x;
    if (kind === 'noise') level = 15 + z;
    if (kind === 'diurnal') level = 15 + 6 * Math.sin((t + (seed % 144)) / 23) + 0.1 * z;
    if (kind === 'gusts') level = Math.max(0, 6 * z);
    series[t] = level;
  }
  return series;
}

/** A copy in which a share of the values, drawn from a seed, is missing. */
export function withMissing(series: Float64Array, share: number, seed: number): Float64Array {
  const random = seeded(seed);
  return series.map((value) => (random() < share ? Number.NaN : value));
}
