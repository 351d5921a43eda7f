import { z } from 'zod';

/** What an item looks like, by its schema: the example of a list of such items. */
export function shownItems(item: z.ZodType): readonly unknown[] {
  const { examples } = item.meta() ?? {};
  return Array.isArray(examples) ? examples : [];
}

/** The field of a list; its name stays in the type. */
function listField<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return { [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>;
}

/** An answer that is a list, by the name it has there; its example has that of the items. */
export function listShape<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object(listField(name, item)).meta({ examples: [{ [name]: shownItems(item) }] });
}

/** The same of a page of a list. */
export function pageShape<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z
    .object({ ...listField(name, item), next_cursor: nextCursor })
    .meta({ examples: [{ [name]: shownItems(item), next_cursor: null }] });
}

/** Cursor of the next page of a list; null on the last one. */
export const nextCursor = z.string().nullable().describe('Ask for the next page with it; null on the last one.');
