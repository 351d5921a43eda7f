/** The filters of the list of anomalies, by the names that both the address and the request have. */
const FILTER_NAMES = ['network', 'station', 'variable', 'class', 'state', 'from', 'to', 'cursor'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Filters that are set; the others are absent. */
export type AnomalyFilter = Readonly<Partial<Record<FilterName, string>>>;

/** The filters of an address; what is empty or no filter is left out. */
export function filterOf(query: URLSearchParams): AnomalyFilter {
  const filter: Partial<Record<FilterName, string>> = {};
  for (const name of FILTER_NAMES) {
    const text = query.get(name)?.trim() ?? '';
    if (text !== '') filter[name] = text;
  }
  return filter;
}

/** The query of an address or a request with some filters; always in the same order, so that equal filters have one address. */
export function queryOf(filter: AnomalyFilter): string {
  const query = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const text = filter[name];
    if (text !== undefined && text !== '') query.set(name, text);
  }
  return query.toString();
}

/** Other values for some filters. The page begins anew: the cursor belongs to the filters that it was made with. */
export function changed(filter: AnomalyFilter, change: AnomalyFilter): AnomalyFilter {
  const { cursor: _cursor, ...kept } = filter;
  const next = { ...kept, ...change };
  return Object.fromEntries(Object.entries(next).filter(([, text]) => text !== '')) as AnomalyFilter;
}
