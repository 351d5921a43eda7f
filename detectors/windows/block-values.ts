import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';

const WIDTH = VARIABLES.length;
/** Most stations send two decimals at most: their values are whole numbers of hundredths. */
const HUNDREDTH = 0.01;
/** Stand in 16 bits for no value and for one that cannot be; the possible values of the five variables of the document lie between. */
const MISSING = -32_768;
const IMPOSSIBLE = 32_767;
/** Hundredths from 0 to the middle of what is possible of each variable. */
const MIDDLE = Int32Array.from(VARIABLES, (variable) => {
  const { low, high } = VARIABLE_SPECIFICATIONS[variable];
  return Math.round((low + high) / 2 / HUNDREDTH);
});

/**
 * The values of some stations, [ring][cell][variable], a ring of cells for each station; each value as exact as a 32-bit float: NaN missing, Infinity impossible.
 * They take 16 bits each for as long as all of them are whole hundredths near the middle of what is possible, 32 bits from the
 * first other one on.
 */
export class BlockValues {
  #hundredths: Int16Array;
  /** Null for as long as hundredths will do. */
  #floats: Float32Array | null = null;

  /** Places of a ring. */
  readonly #ring: number;

  /** @param cells of each ring */
  constructor(rings: number, cells: number) {
    this.#ring = cells * WIDTH;
    this.#hundredths = new Int16Array(rings * this.#ring).fill(MISSING);
  }

  /** Bytes held. */
  get bytes(): number {
    return (this.#floats ?? this.#hundredths).byteLength;
  }

  /** The value of a variable (index into VARIABLES); NaN where it is missing, Infinity where it cannot be. */
  at(cell: number, variable: number): number {
    const place = cell * WIDTH + variable;
    if (this.#floats !== null) return this.#floats[place];
    const held = this.#hundredths[place];
    if (held === MISSING) return Number.NaN;
    return held === IMPOSSIBLE ? Number.POSITIVE_INFINITY : fromHundredths(held, MIDDLE[variable]);
  }

  /** @param value a 32-bit float, but not -0; NaN where it is missing, Infinity where it cannot be */
  hold(cell: number, variable: number, value: number): void {
    const place = cell * WIDTH + variable;
    if (this.#floats === null) {
      const middle = MIDDLE[variable];
      const hundredths = Math.round(value / HUNDREDTH) - middle;
      const whole = Math.abs(hundredths) < IMPOSSIBLE && fromHundredths(hundredths, middle) === value;
      if (whole || !Number.isFinite(value)) {
        this.#hundredths[place] = whole ? hundredths : Number.isNaN(value) ? MISSING : IMPOSSIBLE;
        return;
      }
      this.#floats = this.#widened();
      this.#hundredths = new Int16Array();
    }
    this.#floats[place] = value;
  }

  /**
   * Writes values from a cell on, `step` cells apart round its ring, to `into`, from its index `begin` up to `end`; NaN for
   * one that is missing or impossible.
   */
  read(cell: number, variable: number, step: number, into: Float64Array, begin: number, end: number): void {
    const hundredths = this.#hundredths;
    const floats = this.#floats;
    const middle = MIDDLE[variable];
    const ring = this.#ring;
    const stride = step * WIDTH;
    const ringEnd = ((((cell * WIDTH) / ring) | 0) + 1) * ring;
    let at = cell * WIDTH + variable;
    for (let k = begin; k < end; at -= ring) {
      if (floats === null) {
        for (; k < end && at < ringEnd; k++, at += stride) {
          const held = hundredths[at];
          into[k] = held === MISSING || held === IMPOSSIBLE ? Number.NaN : fromHundredths(held, middle);
        }
      } else {
        for (; k < end && at < ringEnd; k++, at += stride) {
          into[k] = floats[at] === Number.POSITIVE_INFINITY ? Number.NaN : floats[at];
        }
      }
    }
  }

  #widened(): Float32Array {
    const values = new Float32Array(this.#hundredths.length);
    for (let place = 0; place < values.length; place++)
      values[place] = this.at(Math.floor(place / WIDTH), place % WIDTH);
    return values;
  }
}

function fromHundredths(hundredths: number, middle: number): number {
  return Math.fround((middle + hundredths) * HUNDREDTH);
}
