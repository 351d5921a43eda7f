/**
 * Rows are made anew: whoever has the focus in one has it again, in the next where that is gone.
 *
 * @param ids of the rows, in their order, as they are now
 * @param rowOf the row of an id
 * @returns gives the focus back, once the rows are there
 */
export function keptFocus(ids: () => readonly string[], rowOf: (id: string) => HTMLElement | null): () => void {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>('[data-fault]') ?? null;
  if (row === null || !(focused instanceof HTMLElement)) return () => undefined;
  const { fault = '' } = row.dataset;
  const action = focused.dataset['action'];
  const place = ids().indexOf(fault);
  return () => {
    const rows = ids();
    const next = rows.includes(fault) ? fault : rows[Math.min(place, rows.length - 1)];
    const again = next === undefined ? null : rowOf(next);
    const button = action === undefined ? null : again?.querySelector<HTMLElement>(`[data-action="${action}"]`);
    (button ?? again)?.focus({ preventScroll: true });
  };
}
