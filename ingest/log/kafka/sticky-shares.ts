/** What a member of a group says when it joins. */
export interface Claim {
  readonly member: string;
  /** Partitions that it holds. */
  readonly held: readonly number[];
}

/**
 * Shares partitions among the members of a group so that they differ by one at most and each keeps what it holds as far
 * as that allows: a partition moves only where it must. What is free goes to who holds the nearest numbers, as areas are
 * numbered side by side. The same claims give the same shares, in whatever order they come.
 *
 * @param partitions numbers of all partitions
 * @returns partitions by member, ascending
 */
export function stickyShares(partitions: readonly number[], claims: readonly Claim[]): Map<string, number[]> {
  const members = [...claims].sort((a, b) => (a.member < b.member ? -1 : 1));
  const shares = new Map<string, number[]>(members.map(({ member }) => [member, []]));
  if (members.length === 0) return shares;
  const free = new Set(partitions);
  const least = Math.floor(partitions.length / members.length);
  let withOneMore = partitions.length % members.length;
  // Those that hold most are asked first, so that the shares with one more stay where they are.
  for (const { member, held } of [...members].sort((a, b) => b.held.length - a.held.length)) {
    const kept = held.filter((partition) => free.has(partition)).sort((a, b) => a - b);
    const most = kept.length > least && withOneMore > 0 ? least + 1 : least;
    if (most > least) withOneMore--;
    for (const partition of kept.slice(0, most)) {
      free.delete(partition);
      shares.get(member)?.push(partition);
    }
  }
  for (const share of shares.values()) {
    const isFull = share.length >= least;
    if (isFull && (share.length > least || withOneMore === 0)) continue;
    const most = withOneMore > 0 ? least + 1 : least;
    if (most > least) withOneMore--;
    for (const partition of nearest(free, share).slice(0, most - share.length)) {
      free.delete(partition);
      share.push(partition);
    }
  }
  for (const share of shares.values()) share.sort((a, b) => a - b);
  return shares;
}

/** Partitions by how near their numbers are to some that are held, then by their numbers. */
function nearest(partitions: ReadonlySet<number>, held: readonly number[]): number[] {
  const distances = new Map(
    Array.from(partitions, (partition) => [partition, Math.min(...held.map((one) => Math.abs(one - partition)))]),
  );
  return [...distances].sort(([a, near], [b, far]) => near - far || a - b).map(([partition]) => partition);
}
