/** A number of the evidence: three decimals, never -0. */
export function rounded(x: number): number {
  return Math.round(x * 1000) / 1000 + 0;
}

/** The same for every number of a record. */
export function roundedAll<Name extends string>(numbers: Readonly<Record<Name, number>>): Record<Name, number> {
  const all = {} as Record<Name, number>;
  for (const name of Object.keys(numbers) as Name[]) all[name] = rounded(numbers[name]);
  return all;
}
