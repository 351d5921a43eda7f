/**
 * Cuts an answer whose rows come group by group into batches of whole groups: an answer that breaks off goes on behind the
 * last of them.
 *
 * @param sameGroup whether two rows are of one group
 * @param least rows of a batch at least, where so many are left
 */
export async function* wholeGroups<R>(
  answer: AsyncIterable<readonly R[]>,
  sameGroup: (one: R, other: R) => boolean,
  least: number,
): AsyncGenerator<R[]> {
  let rows: R[] = [];
  for await (const some of answer) {
    for (const row of some) rows.push(row);
    if (rows.length < least) continue;
    // Of the last group more may come.
    let end = rows.length - 1;
    while (end > 0 && sameGroup(rows[end - 1], rows[end])) end--;
    if (end === 0) continue;
    yield rows.slice(0, end);
    rows = rows.slice(end);
  }
  if (rows.length > 0) yield rows;
}
