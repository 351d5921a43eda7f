import avsc, { type Schema, type Type } from 'avsc';
import { messageOf } from '../errors.ts';
import { typeOf } from './exact-long.ts';

/**
 * What keeps a reader with the newer schema from understanding records written with the older one (Avro 1.11
 * specification, "Schema Resolution"; what a schema registry calls BACKWARD).
 *
 * @returns a text for each obstacle, by field where it lies in one; none where every record is understood
 */
export function incompatibilities(older: Schema, newer: Schema): string[] {
  const [before, now] = [typeOf(older), typeOf(newer)];
  const whole = unreadable(before, now);
  if (whole === null) return [];
  const fields = isRecord(before) && isRecord(now) && before.name === now.name ? inFields(before, now) : [];
  return fields.length > 0 ? fields : [whole];
}

function inFields(before: avsc.types.RecordType, now: avsc.types.RecordType): string[] {
  const found: string[] = [];
  for (const field of now.fields) {
    const old = before.fields.find(({ name }) => name === field.name || field.aliases.includes(name));
    if (old === undefined) {
      if (field.defaultValue() === undefined) found.push(`the field ${field.name} is new and has no default`);
      continue;
    }
    const why = unreadable(old.type, field.type);
    if (why !== null) found.push(`the field ${field.name} has another type: ${why}`);
  }
  return found;
}

function unreadable(before: Type, now: Type): string | null {
  try {
    now.createResolver(before);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function isRecord(type: Type): type is avsc.types.RecordType {
  return type instanceof avsc.types.RecordType;
}
