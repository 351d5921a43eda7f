import { escaped, page } from './page.ts';

/** What people look at, where this process has it. */
const MAP = ['/map', 'what is wrong now, the live map, stations, anomalies and alerts'] as const;

/** Paths that are worth a link: those that answer a plain GET. */
const LINKS: readonly (readonly [path: string, text: string])[] = [
  ['/api/v1/anomalies', 'classified anomalies, newest first'],
  ['/api/v1/stations', 'registered stations'],
  ['/api/v1/observations', 'observations with their flags, newest first'],
  ['/dmm/api/v1', 'the dataset API'],
  ['/docs', 'every endpoint with its parameters'],
  ['/readyz', 'whether every part answers'],
];

/**
 * The page at `/`.
 *
 * @param hasMap true where the process serves the pages for people
 */
export function landingPage(version: string, hasMap: boolean): string {
  const links = [...(hasMap ? [MAP] : []), ...LINKS]
    .map(([path, text]) => `<li><a href="${path}">${path}</a>: ${text}</li>`)
    .join('\n');
  return page('Halcyon', `<h1>Halcyon ${escaped(version)}</h1>\n<ul>\n${links}\n</ul>`);
}
