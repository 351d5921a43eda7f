/** Pages that show another service than detection, each with the name that tokens for it have. */
const SERVICES: Readonly<Record<string, string>> = { datasets: 'dmm', patterns: 'aps' };

/**
 * True where the service of a page takes somebody's token.
 *
 * @param services that take it; null where nobody has to log in
 */
export function isServed(page: string, services: ReadonlySet<string> | null): boolean {
  const service = SERVICES[page];
  return services === null || service === undefined || services.has(service);
}
