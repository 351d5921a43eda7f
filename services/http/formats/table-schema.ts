import {
  Bool,
  type DataType,
  Field,
  Float64,
  Int8,
  Int64,
  List,
  Schema,
  TimestampMillisecond,
  Utf8,
} from 'apache-arrow';
import type { ColumnDescription, ColumnType } from './column.ts';

/** Arrow's types of the columns. Times are UTC. */
const TYPES: Readonly<Record<ColumnType, DataType>> = {
  VARCHAR: new Utf8(),
  'VARCHAR[]': new List(new Field('item', new Utf8(), true)),
  DOUBLE: new Float64(),
  BIGINT: new Int64(),
  TINYINT: new Int8(),
  BOOLEAN: new Bool(),
  TIMESTAMP: new TimestampMillisecond('UTC'),
};

/** The Arrow schema of a table: each field carries its description and, of an amount, its unit as metadata. */
export function tableSchema(columns: readonly ColumnDescription[]): Schema {
  return new Schema(
    columns.map(({ name, type, unit, description }) => {
      const metadata = new Map([['description', description]]);
      if (unit !== undefined) metadata.set('unit', unit);
      return new Field(name, TYPES[type], true, metadata);
    }),
  );
}
