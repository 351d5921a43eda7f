// Preloaded into a process (node --import) whose clock is to be off by HALCYON_FAULTS_CLOCK milliseconds.
const shift = Number(process.env['HALCYON_FAULTS_CLOCK']);
const RealDate = Date;
const realNow = Date.now.bind(Date);

/** The time as this machine would have it. */
globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(realNow() + shift);
    else super(...(given as [number]));
  }

  static override now(): number {
    return realNow() + shift;
  }
} as DateConstructor;
