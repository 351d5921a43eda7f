// npm run bench: what it costs, measured on this machine. `npm run bench -- verdict` runs the parts whose name begins so.
import { startToReady } from './start-to-ready.ts';
import { stationMemory } from './station-memory.ts';
import { storeRate } from './store-rate.ts';
import { verdictCost } from './verdict-cost.ts';
import { verificationCost } from './verification-cost.ts';
import { wholeCommand } from './whole-command.ts';

const PARTS = {
  verdict: verdictCost,
  verification: verificationCost,
  memory: stationMemory,
  store: storeRate,
  start: startToReady,
  command: wholeCommand,
};

const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) continue;
  for (const row of await measure()) {
    const value = row.value >= 1000 ? Math.round(row.value).toLocaleString('en') : Number(row.value.toPrecision(3));
    console.log(
      `${row.name.padEnd(56)} ${String(value).padStart(12)} ${row.unit.padEnd(8)} ${row.goal === '' ? '' : `goal ${row.goal}`}`,
    );
  }
}
