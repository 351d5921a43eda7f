import { DataType, type RecordBatch, type Vector } from 'apache-arrow';
import { isoOf } from '../../../schemas/time.ts';

/** A cell in a text format: a time is ISO 8601, a whole number a number. */
export type PlainCell = string | number | boolean | readonly string[] | null;

/** A column of a batch whose cells are read one by one. */
export interface PlainColumn {
  readonly name: string;
  readonly at: (row: number) => PlainCell;
}

/** The columns of a batch for a format that is text. */
export function plainColumns(batch: RecordBatch): PlainColumn[] {
  return batch.schema.fields.map(({ name, type }, i) => {
    const vector = batch.getChildAt(i);
    return { name, at: vector === null ? () => null : readerOf(type, vector) };
  });
}

function readerOf(type: DataType, vector: Vector): PlainColumn['at'] {
  const cell = (row: number): unknown => vector.get(row);
  if (DataType.isTimestamp(type)) return (row) => written(cell(row), (time) => isoOf(Number(time)));
  if (DataType.isInt(type)) return (row) => written(cell(row), Number);
  if (DataType.isList(type)) return (row) => written(cell(row), (list) => [...(list as Iterable<string>)]);
  return (row) => cell(row) as PlainCell;
}

function written(value: unknown, write: (value: unknown) => PlainCell): PlainCell {
  return value === null ? null : write(value);
}
