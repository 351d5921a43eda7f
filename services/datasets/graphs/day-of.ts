/** A day as `YYYY-MM-DD`, as descriptions write it: the year first, or last; null for anything else. */
export function dayOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value : '';
  const first = /^\d{4}-\d\d-\d\d/.exec(text);
  if (first !== null) return first[0];
  const last = /^(\d\d)[-./](\d\d)[-./](\d{4})$/.exec(text);
  return last === null ? null : `${last[3]}-${last[2]}-${last[1]}`;
}
