import type { RulePreviewAnswer } from '../../../../schemas/http/answers/rule-preview-answer.ts';
import { stationAddress } from '../address/route.ts';
import type { Api } from '../api/api.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { serviceWords } from '../dom/service-words.ts';
import { message } from '../messages/message.ts';
import { zonedMoment } from '../time/moments.ts';
import type { RuleBody } from './alert-answers.ts';

/** Somebody who types on is asked for once [ms]. */
const GATHER_MS = 700;
/** So many stations are named. */
const NAMED = 12;

/** What a rule would have told in the last 30 days, asked for anew whenever the rule is another. */
export class RulePreview {
  readonly root = element('section', { class: 'preview', role: 'status', 'aria-label': message('preview.title') });
  readonly #api: Api;
  readonly #left: AbortSignal;
  /** What was asked for last. */
  #asked = '';
  #asking = new AbortController();

  /** @param left ends it */
  constructor(api: Api, left: AbortSignal) {
    this.#api = api;
    this.#left = left;
    left.addEventListener('abort', () => this.#asking.abort());
  }

  /** @param rule as it stands in the form; null while it is not whole */
  show(rule: RuleBody | null): void {
    // A name and a switch change nothing of what is told.
    const body = rule === null ? null : { ...rule, name: message('rules.new'), enabled: true };
    const asked = JSON.stringify(body);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#asking.abort();
    this.#asking = new AbortController();
    if (body === null) refill(this.root, element('p', { class: 'soft' }, message('preview.not_whole')));
    else void this.#ask(body, this.#asking.signal);
  }

  async #ask(body: RuleBody, signal: AbortSignal): Promise<void> {
    refill(this.root, element('p', { class: 'soft' }, message('preview.asks')));
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    if (signal.aborted) return;
    try {
      const answer = await this.#api.send<RulePreviewAnswer>('POST', '/api/v1/alert-rules/preview', body, signal);
      if (!signal.aborted) this.#fill(answer);
    } catch (error) {
      if (!signal.aborted && !this.#left.aborted) refill(this.root, problemLine(error));
    }
  }

  #fill({ messages, alerts, silenced, station_count: count, stations, last, left_out, to }: RulePreviewAnswer): void {
    const { email, webhook, feed } = messages;
    const now = Date.parse(to);
    const more = count - Math.min(NAMED, stations.length);
    refill(
      this.root,
      element('p', {}, element('b', {}, message('preview.would', { email, webhook, feed }))),
      element('p', {}, message('preview.alerts', { alerts, stations: count, silenced })),
      stations.length > 0 &&
        element(
          'p',
          { class: 'row' },
          ...stations
            .slice(0, NAMED)
            .map(({ network, station_id: id, station_name: name, alerts: n }) =>
              element('a', { class: 'chip', href: stationAddress(network, id), target: '_blank' }, `${name} (${n})`),
            ),
          more > 0 && message('list.more', { n: more }),
        ),
      last.length > 0 && element('p', {}, message('preview.last', { n: last.length })),
      element(
        'ul',
        {},
        ...last.map(({ at, subject, text }) =>
          element(
            'li',
            {},
            element(
              'details',
              {},
              element('summary', {}, `${zonedMoment(Date.parse(at), now)}: `, serviceWords(subject)),
              element('pre', { lang: 'en' }, text),
            ),
          ),
        ),
      ),
      ...left_out.map(({ network, reason }) =>
        element('p', { class: 'soft' }, `${message('preview.left_out', { network })} `, serviceWords(reason)),
      ),
    );
  }
}
