// Preloaded into a process (node --import) whose clock is to be off by HALCYON_RESILIENCE_CLOCK milliseconds.
const shift = Number(process.env.HALCYON_RESILIENCE_CLOCK);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
