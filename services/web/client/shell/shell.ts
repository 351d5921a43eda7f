import { BASE, type Route, routeOf } from '../address/route.ts';
import { Api } from '../api/api.ts';
import type { StreamEvent } from '../api/event-stream.ts';
import { Live, type LiveStatus } from '../api/live.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { type MessageKey, message } from '../messages/message.ts';
import { isOffered, type Role } from '../session/allowed.ts';
import { isServed } from '../session/served-pages.ts';
import type { Session } from '../session/session.ts';
import { currentLook, switchLook } from '../style/look.ts';
import type { Context, Page } from './context.ts';
import { openDisplay } from './display-dialog.ts';
import { found } from './found.ts';
import { helpDialog } from './help-dialog.ts';

/** Where the network that was looked at last is kept. */
const KEPT_AS = 'halcyon-network';

/** Until the first network is there it is looked for so often [ms]. */
const LOOK_AGAIN_MS = 3000;

/** The pages that the bar leads to, each with the role that it is offered to. */
const PAGES: readonly (readonly [page: Route['page'], address: string, label: MessageKey, role: Role])[] = [
  ['now', BASE, 'shell.now', 'user'],
  ['map', `${BASE}/live`, 'shell.map', 'user'],
  ['anomalies', `${BASE}/anomalies`, 'shell.anomalies', 'user'],
  ['networks', `${BASE}/networks`, 'shell.networks', 'user'],
  ['alerts', `${BASE}/alerts`, 'shell.alerts', 'user'],
  ['report', `${BASE}/report`, 'shell.report', 'user'],
  ['data', `${BASE}/data`, 'shell.data', 'user'],
  ['datasets', `${BASE}/datasets`, 'shell.datasets', 'user'],
  ['patterns', `${BASE}/patterns`, 'shell.patterns', 'user'],
  ['stations', `${BASE}/stations`, 'shell.stations', 'user'],
  ['ingest', `${BASE}/ingest`, 'shell.ingest', 'curator'],
  ['people', `${BASE}/people`, 'shell.people', 'user'],
  ['audit', `${BASE}/audit`, 'shell.audit', 'admin'],
];

/** Makes the page of a route. */
export type PageMaker = (route: Route, context: Context) => Promise<Page>;

/** What stays while pages come and go: the bar, the address, the stream. */
export class Shell {
  readonly #session: Session;
  readonly #api: Api;
  readonly #make: PageMaker;
  readonly #content = found('#content');
  readonly #networkSelect = element('select', {
    'aria-label': message('shell.network'),
    on: { change: () => this.#changeNetwork() },
  });
  readonly #liveSign = element('span', { class: 'live', role: 'status' }, '');
  #networks: readonly string[] = [];
  #network: string | null = null;
  /** Of the page that is shown, see `shownAddress`. */
  #address = '';
  #leave = new AbortController();
  #live: Live | null = null;
  #listeners: ((event: StreamEvent) => void)[] = [];

  constructor(session: Session, make: PageMaker) {
    this.#session = session;
    this.#api = new Api(session);
    this.#make = make;
  }

  /** Builds the bar and shows the page of the address. */
  async begin(): Promise<void> {
    this.#buildBar();
    document.addEventListener('click', (event) => this.#onClick(event));
    window.addEventListener('popstate', () => {
      // A way to a part of the page makes no other page of it.
      if (shownAddress() !== this.#address) void this.#showPage();
    });
    await this.#loadNetworks();
    await this.#showPage();
    if (this.#networks.length === 0) await this.#firstNetwork();
  }

  /** A system that has just begun has nothing yet: the page comes by itself when it has. */
  async #firstNetwork(): Promise<void> {
    while (this.#networks.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      await this.#loadNetworks().catch(() => undefined);
    }
    await this.#showPage();
  }

  #buildBar(): void {
    const help = helpDialog();
    document.body.append(help);
    document.addEventListener('keydown', (event) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, select, textarea') !== null;
      if (event.key === '?' && !typing) help.showModal();
    });
    const icon = (label: string, sign: string, click: () => void, more = '') =>
      element(
        'button',
        { type: 'button', class: `icon ${more}`, 'aria-label': label, title: label, on: { click } },
        sign,
      );
    const look = icon(message('shell.look'), '◐', () => switchLook(currentLook() === 'dark' ? 'light' : 'dark'));
    const display = icon(message('display.title'), '⚙', openDisplay);
    const asking = icon(message('shell.help'), '?', () => help.showModal(), 'wide-only');
    const out = this.#session.canLogOut
      ? element('button', { type: 'button', on: { click: () => this.#session.logOut() } }, message('shell.log_out'))
      : null;
    refill(found('#tools'), this.#liveSign, this.#networkSelect, look, display, asking, out);
  }

  async #loadNetworks(): Promise<void> {
    const { networks } = await this.#api.get<{ networks: { network: string }[] }>('/api/v1/networks');
    this.#networks = networks.map(({ network }) => network);
    this.#networkSelect.replaceChildren(...this.#networks.map((name) => element('option', { value: name }, name)));
    this.#networkSelect.hidden = this.#networks.length < 2;
  }

  async #showPage(): Promise<void> {
    this.#leave.abort();
    this.#leave = new AbortController();
    this.#listeners = [];
    this.#address = shownAddress();
    const route = routeOf(window.location.pathname);
    const asked = new URLSearchParams(window.location.search).get('network');
    this.#setNetwork(asked ?? keptNetwork() ?? this.#networks[0] ?? null);
    const [roles, services, username] = await Promise.all([
      this.#session.roles(),
      this.#session.services(),
      this.#session.username(),
    ]);
    for (const link of document.querySelectorAll('#pages a')) link.remove();
    refill(
      found('#pages'),
      ...PAGES.filter(([page, , , role]) => isOffered(roles, role) && isServed(page, services)).map(
        ([page, address, label]) =>
          element('a', { href: address, 'aria-current': page === route.page ? 'page' : null }, message(label)),
      ),
    );
    const { signal } = this.#leave;
    try {
      const page = await this.#make(route, this.#context(signal, { roles, services, username }));
      if (signal.aborted) return;
      document.title = `${page.title} – Halcyon`;
      refill(this.#content, page.root);
    } catch (error) {
      if (signal.aborted) return;
      refill(this.#content, element('div', { class: 'page' }, problemLine(error)));
    }
  }

  #context(left: AbortSignal, who: Pick<Context, 'roles' | 'services' | 'username'>): Context {
    return {
      api: this.#api,
      network: this.#network,
      networks: this.#networks,
      ...who,
      issuer: this.#session.issuer,
      left,
      now: () => Date.now(),
      go: (address) => this.#go(address),
      rewrite: (query) => {
        if (left.aborted) return;
        window.history.replaceState(null, '', `${window.location.pathname}${query === '' ? '' : `?${query}`}`);
        this.#address = shownAddress();
      },
      onEvent: (listener) => this.#listeners.push(listener),
    };
  }

  #go(address: string): void {
    window.history.pushState(null, '', address);
    void this.#showPage().then(() => this.#content.focus());
  }

  /** Links below `/map` change the page without loading it anew. */
  #onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || event.button !== 0 || link.target !== '') return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const address = new URL(link.href);
    const ours = address.pathname === BASE || address.pathname.startsWith(`${BASE}/`);
    if (address.origin !== window.location.origin || !ours || address.hash !== '') return;
    event.preventDefault();
    this.#go(address.pathname + address.search);
  }

  #changeNetwork(): void {
    const network = this.#networkSelect.value;
    keepNetwork(network);
    const { page } = routeOf(window.location.pathname);
    const address = page === 'station' ? BASE : window.location.pathname;
    this.#go(`${address}?network=${encodeURIComponent(network)}`);
  }

  #setNetwork(network: string | null): void {
    const known = network !== null && this.#networks.includes(network) ? network : (this.#networks[0] ?? null);
    if (known === this.#network && this.#live !== null) return;
    this.#network = known;
    if (known === null) return;
    keepNetwork(known);
    this.#networkSelect.value = known;
    this.#live?.close();
    const query = new URLSearchParams({ network: known, types: 'observations,anomalies,alerts' });
    this.#live = new Live({
      api: this.#api,
      path: `/api/v1/stream?${query}`,
      onEvent: (event) => {
        for (const listener of this.#listeners) listener(event);
      },
      onStatus: (status) => this.#showLive(status),
    });
    void this.#live.run();
  }

  #showLive(status: LiveStatus): void {
    this.#liveSign.classList.toggle('on', status === 'live');
    this.#liveSign.textContent = message(`shell.stream_${status}`);
    this.#liveSign.title = this.#liveSign.textContent;
  }
}

/** Path and query of the window's address. */
function shownAddress(): string {
  return window.location.pathname + window.location.search;
}

function keptNetwork(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

function keepNetwork(network: string): void {
  try {
    localStorage.setItem(KEPT_AS, network);
  } catch {
    // Where nothing may be kept the address still names it.
  }
}
