import { spawnSync } from 'node:child_process';

const SCRIPT = `import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.executescript(sys.stdin.read())
connection.close()
`;

/** Why no SQLite file can be made here, with what would be needed; null where one can. */
export function sqliteMissing(): string | null {
  const found = spawnSync('python3', ['-c', 'import sqlite3'], { encoding: 'utf8' });
  return found.status === 0 ? null : 'python3 with its module sqlite3 is not on this machine: apt-get install python3';
}

/** Runs statements on an SQLite file, made where it is missing, by SQLite itself. */
export function onSqlite(path: string, sql: string): void {
  const done = spawnSync('python3', ['-c', SCRIPT, path], { input: sql, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`sqlite: ${done.stderr}`);
}
