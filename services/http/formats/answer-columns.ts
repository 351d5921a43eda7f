import { z } from 'zod';
import type { Cell, Column, ColumnType } from './column.ts';

type Item = Readonly<Record<string, unknown>>;

/** Where a column finds its value in an item, what it is, and the variable that it is of, where it is of one. */
interface Leaf {
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType;
  readonly variable: string | null;
}

/**
 * The columns of a list, from the schema of its items: names as in JSON, those inside an object behind its name
 * (`spatial_verification_method`), those of a record by variable behind the variable alone (`temp_out_state`). Lists of texts
 * are lists; what has no fields that are known is JSON text, missing where it is empty.
 *
 * @param unitOf unit of a column of numbers by its name; undefined where there is none, or where it differs by row
 */
export function answerColumns<Row extends object>(
  shape: z.ZodObject,
  unitOf: (name: string) => string | undefined = () => undefined,
): Column<Row>[] {
  return leavesOf(shape, { name: '', path: [], variable: null }).map(({ name, path, schema, variable }) => {
    const type = typeOf(schema);
    const unit = type === 'DOUBLE' ? unitOf(name) : undefined;
    const description = z.globalRegistry.get(schema)?.description ?? name.replaceAll('_', ' ');
    return {
      name,
      type: type ?? 'VARCHAR',
      ...(unit === undefined ? {} : { unit }),
      description: variable === null ? description : `Of ${variable}: ${description}`,
      of: (row) => cellOf(type, valueAt(row, path)),
    };
  });
}

/** @param place where the object is: what names of its fields begin with, how it is reached, and of which variable it is */
function leavesOf(schema: z.ZodObject, place: Omit<Leaf, 'schema'>): Leaf[] {
  return Object.entries(schema.shape).flatMap(([key, field]) => {
    const inner = bare(field);
    const name = `${place.name}${key}`;
    const path = [...place.path, key];
    if (inner instanceof z.ZodObject) return leavesOf(inner, { ...place, name: `${name}_`, path });
    const variables = inner instanceof z.ZodRecord ? inner.def.keyType : null;
    if (inner instanceof z.ZodRecord && variables instanceof z.ZodEnum && inner.def.valueType instanceof z.ZodObject) {
      const { valueType } = inner.def;
      return variables.options
        .map(String)
        .flatMap((variable) => leavesOf(valueType, { name: `${variable}_`, path: [...path, variable], variable }));
    }
    return [{ ...place, name, path, schema: field }];
  });
}

/** A schema without what says that there may be nothing. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bare(schema.def.innerType);
  return schema;
}

/** Type of a column; null for what is written as JSON. Numbers that are named one by one are codes, which are small. */
function typeOf(field: z.core.$ZodType): ColumnType | null {
  const schema = bare(field);
  if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? 'BIGINT' : 'DOUBLE';
  if (schema instanceof z.ZodBoolean) return 'BOOLEAN';
  if (schema instanceof z.ZodEnum) return 'VARCHAR';
  if (schema instanceof z.ZodLiteral) return typeof [...schema.values][0] === 'number' ? 'TINYINT' : 'VARCHAR';
  if (schema instanceof z.ZodString) return schema.meta()?.['format'] === 'date-time' ? 'TIMESTAMP' : 'VARCHAR';
  if (schema instanceof z.ZodArray && typeOf(schema.element) === 'VARCHAR') return 'VARCHAR[]';
  return null;
}

function valueAt(row: object, path: readonly string[]): unknown {
  let value: unknown = row;
  for (const key of path) value = (value as Item | null | undefined)?.[key];
  return value;
}

function cellOf(type: ColumnType | null, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (type === null) return jsonOf(value);
  if (type === 'TIMESTAMP') return Date.parse(value as string);
  return value as Cell;
}

/** A value as JSON text; null for an object without fields. */
function jsonOf(value: unknown): string | null {
  const text = JSON.stringify(value);
  return text === '{}' ? null : text;
}
