import type { StorePosition } from '../time-series-store.ts';
import type { Parameters, StoreClient } from './store-client.ts';

type PartitionRow = [table: string, id: string, block: number, mutation: number];

/** How far a table has come, by the numbers that the engine gives to what is inserted. */
export async function positionOf(client: StoreClient, table: string): Promise<StorePosition> {
  // A part that no mutation has changed has the number of its first block in place of the mutation's.
  const rows = await client.rows<PartitionRow>(
    `SELECT toString(any(tables.uuid)), parts.partition_id, max(parts.max_block_number),
       max(if(parts.data_version = parts.min_block_number, 0, parts.data_version))
     FROM system.parts AS parts INNER JOIN system.tables AS tables
       ON tables.database = parts.database AND tables.name = parts.table
     WHERE parts.database = {database:String} AND parts.table = {table:String} AND parts.active
     GROUP BY parts.partition_id ORDER BY parts.partition_id`,
    { database: client.database, table },
  );
  const partitions = rows.map(([, id, block, mutation]) => ({ id, block, mutation }));
  return { table: rows[0]?.[0] ?? '', partitions };
}

/** A part is named partition_firstBlock_lastBlock_level; its partition's id has no underscore. */
const LAST_BLOCK = "toInt64(splitByChar('_', _part)[3])";

/**
 * Condition of the parts that hold anything inserted after a position, and whatever was merged with that. The engine
 * looks at no other part.
 */
export function insertedAfter({ partitions }: StorePosition): {
  readonly sql: string;
  readonly parameters: Parameters;
} {
  return {
    sql: `${LAST_BLOCK} > transform(_partition_id, {partitionIds:Array(String)}, {blocks:Array(Int64)}, toInt64(-1))`,
    parameters: { partitionIds: partitions.map(({ id }) => id), blocks: partitions.map(({ block }) => block) },
  };
}
