import type { Schema } from 'avsc';
import { typeOf } from './exact-long.ts';

/**
 * True where a reader with the newer schema understands every record written with the older one (Avro 1.11
 * specification, "Schema Resolution"; what a schema registry calls BACKWARD).
 */
export function isBackwardCompatible(older: Schema, newer: Schema): boolean {
  try {
    typeOf(newer).createResolver(typeOf(older));
    return true;
  } catch {
    return false;
  }
}
