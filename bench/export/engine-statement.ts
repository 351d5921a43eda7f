// Runs a statement on the engine as a program of one's own would, and writes how long it took [s].
//   tsx bench/export/engine-statement.ts FOLDER STATEMENT
import { Session } from 'chdb';

const [folder, statement] = process.argv.slice(2);
const session = new Session(folder);
const began = performance.now();
await session.queryAsync(statement);
process.stdout.write(String((performance.now() - began) / 1000));
session.close();
