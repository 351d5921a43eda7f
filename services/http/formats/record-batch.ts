import { type Data, DataType, makeBuilder, makeData, RecordBatch, type Schema, Struct } from 'apache-arrow';
import type { Cell, Column } from './column.ts';

/** Rows as a batch of the schema of their columns. */
export function batchOfRows<Row>(schema: Schema, columns: readonly Column<Row>[], rows: readonly Row[]): RecordBatch {
  const children = columns.map(({ of }, i) => cellData(schema.fields[i].type, rows.map(of)));
  return batchOfColumns(schema, rows.length, children);
}

/** Columns, in the order of the schema, as a batch. */
export function batchOfColumns(schema: Schema, length: number, children: readonly Data[]): RecordBatch {
  const type = new Struct(schema.fields);
  return new RecordBatch(schema, makeData({ type, length, nullCount: 0, children: [...children] }));
}

/** A batch without rows. */
export function emptyBatch(schema: Schema): RecordBatch {
  return batchOfColumns(
    schema,
    0,
    schema.fields.map(({ type }) => cellData(type, [])),
  );
}

function cellData(type: DataType, cells: readonly Cell[]): Data {
  const builder = makeBuilder({ type, nullValues: [null, undefined] });
  for (const cell of cells) builder.append(arrowValue(type, cell));
  return builder.finish().flush();
}

/** A number that is not finite is missing; whole ones of 64 bits are big integers in Arrow. */
function arrowValue(type: DataType, cell: Cell): unknown {
  if (typeof cell !== 'number') return cell;
  if (!Number.isFinite(cell)) return null;
  return DataType.isInt(type) && type.bitWidth === 64 ? BigInt(cell) : cell;
}
