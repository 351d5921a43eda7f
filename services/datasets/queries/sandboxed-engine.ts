import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { OUTPUT, type QueryJob, SPILL } from './query-messages.ts';

/**
 * Opens an engine in memory that reaches the given files, the result and its folder for spilling, and nothing else: no
 * other file, no network, no extension, no setting.
 *
 * @param job whose paths are relative to the current folder
 */
export async function openSandbox({ files, limits, threads }: QueryJob): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const paths = [...files.map(([, path]) => path), OUTPUT];
  const settings = {
    memory_limit: `'${limits.memory}B'`,
    max_temp_directory_size: `'${limits.disk}B'`,
    temp_directory: `'${SPILL}'`,
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    // Relative, so that nothing the engine could show names a folder of the server.
    secret_directory: "'secrets'",
    extension_directory: "'extensions'",
    home_directory: "'.'",
    // The server's zone is no business of the statement; results do not depend on where they were made.
    TimeZone: "'UTC'",
    allowed_paths: `[${paths.map((path) => `'${path}'`).join(', ')}]`,
    // These two last: with the first nothing more can be allowed, after the second nothing more can be set.
    enable_external_access: 'false',
    lock_configuration: 'true',
  };
  for (const [name, value] of Object.entries(settings)) await connection.run(`SET ${name} = ${value}`);
  return connection;
}
