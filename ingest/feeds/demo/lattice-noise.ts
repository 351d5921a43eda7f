/**
 * 32 bits that look random, of a seed and three whole numbers; equal arguments give equal bits.
 * Multiplications and shifts as in MurmurHash3's finalizer (Appleby 2011), one round for each argument.
 */
export function hash(seed: number, a: number, b: number, c: number): number {
  return finish(mix(mix(mix(seed, a), b), c));
}

function mix(h: number, argument: number): number {
  const mixed = Math.imul(h ^ Math.imul(argument, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function finish(h: number): number {
  const mixed = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A number in [0, 1) of a seed and three whole numbers. */
export function uniform(seed: number, a: number, b: number, c: number): number {
  return hash(seed, a, b, c) * 2 ** -32;
}

/** A number in [low, high) of a seed and three whole numbers. */
export function between(low: number, high: number, seed: number, a: number, b: number, c: number): number {
  return low + (high - low) * uniform(seed, a, b, c);
}

/** Roughly normal with spread 1, in (-3.5, 3.5): the sum of four uniform numbers, centred and scaled. */
export function normal(seed: number, a: number, b: number, c: number): number {
  const first = hash(seed, a, b, c);
  const second = hash(first, c, a, b);
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16);
  return (sum / 65536 - 2) * Math.sqrt(3);
}

/**
 * Smooth noise in [-1, 1] over the plane and time: random values on a lattice of whole numbers, joined by cubic
 * smoothstep (value noise). Points less than a lattice step apart are alike.
 */
export function smoothNoise(seed: number, x: number, y: number, t: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const it = Math.floor(t);
  const fx = ease(x - ix);
  const fy = ease(y - iy);
  const ft = ease(t - it);
  const west = mix(seed, ix);
  const east = mix(seed, ix + 1);
  const south = row(west, east, iy, it, fx, ft);
  const north = row(west, east, iy + 1, it, fx, ft);
  return (south + (north - south) * fy) * 2 ** -31 - 1;
}

/** The lattice values of one row, joined along the row and in time; the rounds that corners share are done once. */
function row(west: number, east: number, iy: number, it: number, fx: number, ft: number): number {
  const w = mix(west, iy);
  const e = mix(east, iy);
  const first = finish(mix(w, it));
  const before = first + (finish(mix(e, it)) - first) * fx;
  const second = finish(mix(w, it + 1));
  const after = second + (finish(mix(e, it + 1)) - second) * fx;
  return before + (after - before) * ft;
}

function ease(f: number): number {
  return f * f * (3 - 2 * f);
}
