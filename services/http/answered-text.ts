/** A text of an answer's body by the name of its field; null where there is none, as where nothing was answered. */
export function answeredText(body: unknown, field: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value = (body as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : null;
}

/** What was made, by the `id` that its answer has; null where nothing was. @param kind in words: `silence` */
export function madeIn(body: unknown, kind: string): { readonly kind: string; readonly id: string } | null {
  const id = answeredText(body, 'id');
  return id === null ? null : { kind, id };
}
