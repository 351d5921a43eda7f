// Runs a statement on DuckDB as a program of one's own would, its result to a CSV file.
//   tsx bench/datasets/direct-query.ts MEMORY OUTPUT STATEMENT
import { DuckDBInstance } from '@duckdb/node-api';

const [memory, output, statement] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { memory_limit: memory });
const connection = await instance.connect();
await connection.run(`COPY (${statement}) TO '${output}' (FORMAT csv, HEADER)`);
