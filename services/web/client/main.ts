import type { Route } from './address/route.ts';
import { element } from './dom/element.ts';
import { OPEN_SESSION } from './session/session.ts';
import type { Context, Page } from './shell/context.ts';
import { Shell } from './shell/shell.ts';
import { beginLook } from './style/look.ts';

/** The page of a route. Each comes with its own file, loaded when it is shown first. */
async function pageOf(route: Route, context: Context): Promise<Page> {
  if (route.page === 'map' && context.network !== null) {
    const { MapPage } = await import('./pages/map-page.ts');
    return new MapPage(context, context.network);
  }
  if (route.page === 'station') {
    const { stationPage } = await import('./pages/station-page.ts');
    return stationPage(context, route.id);
  }
  if (route.page === 'anomalies') {
    const { AnomaliesPage } = await import('./pages/anomalies-page.ts');
    return new AnomaliesPage(context);
  }
  if (route.page === 'networks') {
    const { NetworksPage } = await import('./pages/networks-page.ts');
    return new NetworksPage(context);
  }
  const text =
    context.network === null
      ? 'No station has reported yet. Push observations, import history, or start with the demonstration.'
      : 'There is no such page; the bar leads to those that there are.';
  return {
    title: 'Nothing here',
    root: element('div', { class: 'page' }, element('h1', {}, 'Nothing here'), element('p', {}, text)),
  };
}

beginLook();
await new Shell(OPEN_SESSION, pageOf).begin();
