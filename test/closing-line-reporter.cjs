// Mocha's spec reporter with how long all took and the files that took longest, and one plain closing line of the real
// counts, for whoever reads the output by program.
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');

const LONGEST = 10;

module.exports = class ClosingLine extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const tookBy = new Map();
    let since = performance.now();
    // A suite of the first level ends with its hooks: what they wait for is time of its file.
    runner.on(Runner.constants.EVENT_SUITE_END, ({ file, parent }) => {
      if (!parent?.root) return;
      const now = performance.now();
      tookBy.set(file, (tookBy.get(file) ?? 0) + now - since);
      since = now;
    });
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const longest = [...tookBy].sort(([, a], [, b]) => b - a).slice(0, LONGEST);
      const named = longest.map(([file, took]) => `${relative('', file ?? '')} ${Math.round(took / 1000)} s`);
      const { passes, failures, pending, duration } = this.stats;
      process.stdout.write(
        `longest of ${Math.round(duration / 1000)} s: ${named.join(', ')}\n${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}\n`,
      );
    });
  }
};
