/**
 * A SELECT of the station, slot and time of reports that are marked late and nothing else; to begin with, of those that are
 * marked so at all: little, and found in one column. It takes the parameter `outranks` (ranks.ts).
 *
 * @param place condition that says which judgements are looked at
 */
export function lateReports(place: string): string {
  return `SELECT station, slot, time FROM judgements
  WHERE ${place} AND (station, slot, time) IN (
    SELECT station, slot, time FROM judgements WHERE ${place} AND rank < {outranks:UInt64}
  )
  GROUP BY station, slot, time HAVING max(rank) < {outranks:UInt64}`;
}
