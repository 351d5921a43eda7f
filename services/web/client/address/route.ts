/** Where the pages live. */
export const BASE = '/map';

/** Pages that are one address each, by its first part. */
const PLAIN = [
  'anomalies',
  'networks',
  'report',
  'data',
  'datasets',
  'patterns',
  'stations',
  'ingest',
  'people',
  'audit',
] as const;

export type PlainPage = (typeof PLAIN)[number];
interface PlainRoute {
  readonly page: PlainPage;
}

/** What an address below `/map` shows. */
export type Route =
  | { readonly page: 'now' }
  | { readonly page: 'map' }
  | { readonly page: 'station'; readonly id: string }
  | PlainRoute
  | { readonly page: 'alerts'; readonly view: AlertsView }
  | { readonly page: 'unknown' };

const VIEWS = ['rules', 'silences', 'calendar'] as const;
export type AlertsView = 'list' | (typeof VIEWS)[number];

/** True for the address of a page that has one. */
export function isPlain(route: Route): route is PlainRoute {
  return PLAIN.some((page) => page === route.page);
}

/** The page of a path; `unknown` for what is none. */
export function routeOf(path: string): Route {
  const [first = '', second, ...rest] = path
    .slice(BASE.length)
    .split('/')
    .filter((part) => part !== '');
  if (rest.length > 0) return { page: 'unknown' };
  if (first === '') return { page: 'now' };
  if (first === 'stations' && second !== undefined) return { page: 'station', id: decoded(second) };
  const view = VIEWS.find((one) => one === second);
  if (first === 'alerts' && view !== undefined) return { page: 'alerts', view };
  if (second !== undefined) return { page: 'unknown' };
  if (first === 'live') return { page: 'map' };
  const plain = PLAIN.find((page) => page === first);
  if (plain !== undefined) return { page: plain };
  if (first === 'alerts') return { page: 'alerts', view: 'list' };
  return { page: 'unknown' };
}

/** Address of a station's page; `time` is the moment that it is to show, where that is not now. */
export function stationAddress(network: string, id: string, time?: string): string {
  const query = new URLSearchParams({ network, ...(time !== undefined && { time }) });
  return `${BASE}/stations/${encodeURIComponent(id)}?${query}`;
}

/** Address of an anomaly: of its station's page at its time, with its evidence open. */
export function anomalyAddress(anomaly: {
  readonly network: string;
  readonly station_id: string;
  readonly timestamp: string;
  readonly anomaly_id: string;
}): string {
  return `${stationAddress(anomaly.network, anomaly.station_id, anomaly.timestamp)}&anomaly=${anomaly.anomaly_id}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
