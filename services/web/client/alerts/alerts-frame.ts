import { type AlertsView, BASE } from '../address/route.ts';
import { type Child, element } from '../dom/element.ts';

const VIEWS: readonly (readonly [view: AlertsView, address: string, label: string])[] = [
  ['list', `${BASE}/alerts`, 'Alerts'],
  ['rules', `${BASE}/alerts/rules`, 'Rules'],
  ['silences', `${BASE}/alerts/silences`, 'Silences'],
];

/** What the three pages of alerts have in common: their title, and the way from one to the others. */
export function alertsFrame(view: AlertsView, ...children: readonly Child[]): HTMLElement {
  const title = VIEWS.find(([name]) => name === view)?.[2] ?? '';
  return element(
    'div',
    { class: 'page' },
    element('header', {}, element('h1', {}, title)),
    element(
      'nav',
      { class: 'row views', 'aria-label': 'Views of alerts' },
      ...VIEWS.map(([name, href, label]) =>
        element('a', { class: 'button', href, 'aria-current': name === view ? 'page' : null }, label),
      ),
    ),
    ...children,
  );
}
