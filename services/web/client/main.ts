import { type AlertsView, isPlain, type PlainPage, type Route } from './address/route.ts';
import { beginBaseMap } from './base-map/base-map.ts';
import { element } from './dom/element.ts';
import { problemLine } from './dom/problem-line.ts';
import { loadMessages, message } from './messages/message.ts';
import { keptChoices } from './preferences/kept-choices.ts';
import { beginPreferences } from './preferences/preferences.ts';
import { isServed } from './session/served-pages.ts';
import { OPEN_SESSION, type Session } from './session/session.ts';
import { type AuthSettings, readSettings } from './session/settings.ts';
import type { Context, Page } from './shell/context.ts';
import { Shell } from './shell/shell.ts';
import { translateStaticWords } from './shell/static-words.ts';
import { beginLook } from './style/look.ts';

/** Makers of the pages that have an address each. */
const PLAIN_PAGES: Readonly<Record<PlainPage, (context: Context) => Promise<Page>>> = {
  anomalies: async (context) => new (await import('./pages/anomalies-page.ts')).AnomaliesPage(context),
  networks: async (context) => new (await import('./pages/networks-page.ts')).NetworksPage(context),
  report: async (context) => new (await import('./pages/report-page.ts')).ReportPage(context),
  data: async (context) => new (await import('./pages/data-page.ts')).DataPage(context),
  datasets: async (context) => new (await import('./pages/datasets-page.ts')).DatasetsPage(context),
  patterns: async (context) => new (await import('./pages/patterns-page.ts')).PatternsPage(context),
  stations: async (context) => new (await import('./pages/stations-page.ts')).StationsPage(context),
  ingest: async (context) => new (await import('./pages/ingest-page.ts')).IngestPage(context),
  people: async (context) => new (await import('./pages/people-page.ts')).PeoplePage(context),
  audit: async (context) => new (await import('./pages/audit-page.ts')).AuditPage(context),
};

/** The page of a route. Each comes with its own file, loaded when it is shown first. */
async function pageOf(route: Route, context: Context): Promise<Page> {
  if (route.page === 'now' && context.network !== null) {
    const { NowPage } = await import('./pages/now-page.ts');
    return new NowPage(context, context.network);
  }
  if (route.page === 'map' && context.network !== null) {
    const { MapPage } = await import('./pages/map-page.ts');
    return new MapPage(context, context.network);
  }
  if (route.page === 'station') {
    const { stationPage } = await import('./pages/station-page.ts');
    return stationPage(context, route.id);
  }
  if (isPlain(route) && isServed(route.page, context.services)) return PLAIN_PAGES[route.page](context);
  if (route.page === 'alerts') return alertsPageOf(route.view, context);
  const title = message('shell.nothing');
  const text = message(context.network === null ? 'shell.no_network' : 'shell.no_page');
  return { title, root: element('div', { class: 'page' }, element('h1', {}, title), element('p', {}, text)) };
}

async function alertsPageOf(view: AlertsView, context: Context): Promise<Page> {
  if (view === 'rules') {
    const { RulesPage } = await import('./pages/rules-page.ts');
    return new RulesPage(context);
  }
  if (view === 'silences') {
    const { SilencesPage } = await import('./pages/silences-page.ts');
    return new SilencesPage(context);
  }
  if (view === 'calendar') {
    const { CalendarPage } = await import('./pages/calendar-page.ts');
    return new CalendarPage(context);
  }
  const { AlertsPage } = await import('./pages/alerts-page.ts');
  return new AlertsPage(context);
}

/** How people log in where they have to; what that takes is loaded only then. */
async function sessionOf(settings: AuthSettings): Promise<Session> {
  if (settings.auth === 'off') return OPEN_SESSION;
  if (settings.auth === 'password') return (await import('./session/password-session.ts')).passwordSession(settings);
  return (await import('./session/code-session.ts')).codeSession(settings);
}

beginLook();
beginPreferences(keptChoices(), navigator.languages);
try {
  // Both at once; what goes wrong with the settings is said in the words of the catalogue.
  const asked = fetch('/map/settings.json');
  await loadMessages();
  translateStaticWords();
  const settings = await readSettings(asked);
  beginBaseMap(settings.map);
  await new Shell(await sessionOf(settings), pageOf).begin();
} catch (error) {
  document.querySelector('#content')?.replaceChildren(element('div', { class: 'page' }, problemLine(error)));
}
