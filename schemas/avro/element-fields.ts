import { FLAG } from '../judgement.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES, WEATHER_VARIABLES } from '../variables.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** The last of the five: what schemas have for it they have for each element. */
const LAST = VARIABLES[WEATHER_VARIABLES - 1];
/** Of a record that was written before the element was kept: no value of it came. */
const NOT_KEPT = { flag: FLAG.missing, reason: null, score: null };

/**
 * A schema with a field, or a symbol, for each element that this process keeps beyond the five. Each has a default, so that
 * records with and without them are read by either schema.
 */
export function withElements(schema: Json): Json {
  if (VARIABLES.length === WEATHER_VARIABLES) return schema;
  if (Array.isArray(schema)) return (schema as readonly Json[]).map(withElements);
  if (typeof schema !== 'object' || schema === null) return schema;
  const object = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, withElements(part)]));
  const { type, symbols, fields } = object;
  if (type === 'enum' && Array.isArray(symbols) && symbols.includes(LAST)) {
    return { ...object, symbols: [...(symbols as readonly Json[]), ...VARIABLES.slice(WEATHER_VARIABLES)] };
  }
  if (type !== 'record' || !Array.isArray(fields)) return object;
  const last = (fields as readonly JsonObject[]).find(({ name }) => name === LAST);
  if (last === undefined) return object;
  const added = VARIABLES.slice(WEATHER_VARIABLES).map((name) => ({
    default: NOT_KEPT,
    ...last,
    name,
    doc: `[${VARIABLE_SPECIFICATIONS[name].unit}]`,
  }));
  return { ...object, fields: [...(fields as readonly Json[]), ...added] };
}
