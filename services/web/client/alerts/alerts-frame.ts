import { type AlertsView, BASE } from '../address/route.ts';
import { type Child, element } from '../dom/element.ts';
import { type MessageKey, message } from '../messages/message.ts';

const VIEWS: readonly (readonly [view: AlertsView, address: string, label: MessageKey])[] = [
  ['list', `${BASE}/alerts`, 'alerts.title'],
  ['rules', `${BASE}/alerts/rules`, 'alerts.rules'],
  ['silences', `${BASE}/alerts/silences`, 'alerts.silences'],
  ['calendar', `${BASE}/alerts/calendar`, 'calendar.title'],
];

/** What the pages of alerts have in common: their title, and the way from one to the others. */
export function alertsFrame(view: AlertsView, ...children: readonly Child[]): HTMLElement {
  const title = message(VIEWS.find(([name]) => name === view)?.[2] ?? 'alerts.title');
  return element(
    'div',
    { class: 'page' },
    element('header', {}, element('h1', {}, title)),
    element(
      'nav',
      { class: 'row views', 'aria-label': message('alerts.views') },
      ...VIEWS.map(([name, href, label]) =>
        element('a', { class: 'button', href, 'aria-current': name === view ? 'page' : null }, message(label)),
      ),
    ),
    ...children,
  );
}
