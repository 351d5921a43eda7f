/** Lets the arrow keys go from row to row in the body of a table whose rows have a link or button each. */
export function arrowRows(body: HTMLElement): void {
  body.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = (event.target as Element).closest('tr');
    if (step === 0 || row === null) return;
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    const goal = next?.querySelector<HTMLElement>('a, button');
    if (goal === null || goal === undefined) return;
    event.preventDefault();
    goal.focus();
  });
}
