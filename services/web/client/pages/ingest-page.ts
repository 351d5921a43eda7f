import { element, refill } from '../dom/element.ts';
import { waiting } from '../dom/waiting.ts';
import { DeadLetters } from '../ingest/dead-letters.ts';
import { checksTable, feedTables, freshnessTable } from '../ingest/ingest-health.ts';
import { message } from '../messages/message.ts';
import type { Context, Page } from '../shell/context.ts';

/** Whether what comes in is healthy: checks, feeds, freshness, what waits, and what could not be read. */
export class IngestPage implements Page {
  readonly title = message('ingest.title');
  readonly root: HTMLElement;

  constructor(context: Context) {
    const { api, networks, now, left } = context;
    this.root = element(
      'div',
      { class: 'page' },
      element('header', {}, element('h1', {}, message('ingest.title'))),
      element('p', { class: 'soft' }, message('ingest.text')),
      element(
        'div',
        { class: 'two' },
        loaded(freshnessTable(api, networks, now(), left)),
        loaded(feedTables(left)),
        loaded(checksTable(left)),
      ),
      new DeadLetters(context).root,
    );
  }
}

/** A place for what is being loaded. */
function loaded(part: Promise<HTMLElement>): HTMLElement {
  const place = element('div', {}, waiting());
  part.then(
    (shown) => refill(place, shown),
    () => refill(place, element('p', { class: 'card soft' }, message('ingest.unread'))),
  );
  return place;
}
