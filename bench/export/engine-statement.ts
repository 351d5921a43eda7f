// Runs a statement on the engine as a program of one's own would, and writes how long it took and its CPU time [s].
//   tsx bench/export/engine-statement.ts FOLDER STATEMENT
import { Session } from 'chdb';

const [folder, statement] = process.argv.slice(2);
const session = new Session(folder);
const began = performance.now();
const before = process.cpuUsage();
await session.queryAsync(statement);
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1e6 }));
session.close();
