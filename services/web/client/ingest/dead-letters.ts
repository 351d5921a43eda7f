import { DEAD_LETTER_REASONS } from '../../../../schemas/dead-letter.ts';
import type { DeadLetterAnswer } from '../../../../schemas/http/answers/dead-letter-answer.ts';
import { announce } from '../dom/announce.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine, problemWords } from '../dom/problem-line.ts';
import { serviceWords } from '../dom/service-words.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import { shownNumber } from '../state/numbers.ts';
import { momentToSecond } from '../time/moments.ts';
import { zoneName } from '../time/zone.ts';

/** Letters that are asked for, and of these those that are shown. */
const [ASKED, SHOWN] = [1000, 50];
type Reason = DeadLetterAnswer['reason'];

/** The dead letters by reason, each with its text, and their replay. */
export class DeadLetters {
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #reasons = element('select', { name: 'reason', on: { change: () => this.#show() } });
  readonly #list = element('div', { 'aria-live': 'polite' });
  readonly #said = element('span', { class: 'soft', role: 'status' });
  #letters: readonly DeadLetterAnswer[] = [];
  #isMore = false;

  constructor(context: Context) {
    this.#context = context;
    this.root = element(
      'section',
      {},
      element('h2', {}, message('ingest.letters')),
      element('p', { class: 'soft' }, message('ingest.letters_text')),
      element(
        'form',
        { class: 'filters', on: { submit: (event) => event.preventDefault() } },
        element('label', { class: 'field' }, message('ingest.reason'), this.#reasons),
      ),
      this.#list,
    );
    refill(this.#list, waiting());
    void this.#load();
  }

  async #load(): Promise<void> {
    const { api, left } = this.#context;
    try {
      const page = await api.get<{ dead_letters: DeadLetterAnswer[]; next_cursor: string | null }>(
        `/api/v1/dead-letters?limit=${ASKED}`,
        left,
      );
      this.#letters = page.dead_letters;
      this.#isMore = page.next_cursor !== null;
      this.#showReasons();
      this.#show();
    } catch (error) {
      if (!left.aborted) refill(this.#list, problemLine(error));
    }
  }

  /** Each reason with how many of the newest letters have it. */
  #showReasons(): void {
    const chosen = this.#reasons.value;
    const option = (value: string, text: string, count: number) => {
      const n = `${shownNumber(count)}${this.#isMore ? '+' : ''}`;
      return element('option', { value, selected: value === chosen }, message('ingest.reason_n', { reason: text, n }));
    };
    const count = (reason: Reason) => this.#letters.filter((letter) => letter.reason === reason).length;
    refill(
      this.#reasons,
      option('', message('list.all'), this.#letters.length),
      ...DEAD_LETTER_REASONS.filter((reason) => count(reason) > 0).map((reason) =>
        option(reason, message(`ingest.reason_${reason}`), count(reason)),
      ),
    );
  }

  #show(): void {
    const { value } = this.#reasons;
    const shown = this.#letters.filter(({ reason }) => value === '' || reason === value).slice(0, SHOWN);
    if (shown.length === 0) {
      refill(this.#list, element('p', { class: 'card soft' }, message('ingest.no_letters')), this.#said);
      return;
    }
    const replay = element(
      'button',
      { type: 'button', class: 'main', on: { click: () => void this.#replay(shown, replay) } },
      message('ingest.replay_shown', { n: shown.length }),
    );
    const heads = [
      message('ingest.received', { zone: zoneName() }),
      message('form.network'),
      message('ingest.source'),
      message('ingest.reason'),
      message('ingest.text_of'),
      message('audit.action'),
    ];
    refill(
      this.#list,
      element('p', { class: 'row' }, replay, this.#said),
      cardsTable(
        message('ingest.letters'),
        heads,
        shown.map((letter) => this.#row(letter)),
      ),
    );
  }

  #row(letter: DeadLetterAnswer): HTMLElement {
    const { id, network, source, reason, detail, header, text, received } = letter;
    const replay = element(
      'button',
      {
        type: 'button',
        'aria-label': `${message('ingest.replay')}: ${id}`,
        on: { click: () => void this.#replay([letter], replay) },
      },
      message('ingest.replay'),
    );
    return element(
      'tr',
      {},
      element('td', { class: 'nowrap' }, momentToSecond(Date.parse(received))),
      element('td', {}, network),
      element('td', {}, source),
      element('td', { class: 'whole' }, message(`ingest.reason_${reason}`), element('br'), serviceWords(detail)),
      element('td', { class: 'whole letter' }, header !== '' && element('code', {}, header), element('code', {}, text)),
      element('td', {}, replay),
    );
  }

  /** Submits letters again, one after the other: a later one may need what an earlier one registers. */
  async #replay(letters: readonly DeadLetterAnswer[], button: HTMLButtonElement): Promise<void> {
    const { api, left } = this.#context;
    button.disabled = true;
    let [accepted, refused] = [0, 0];
    try {
      for (const { id } of letters) {
        if (left.aborted) return;
        this.#said.textContent = message('ingest.replaying', { done: accepted + refused, all: letters.length });
        const { status } = await api.send<{ status: string }>('POST', `/api/v1/dead-letters/${id}/replay`);
        if (status === 'accepted') accepted++;
        else refused++;
      }
      this.#said.textContent = message('ingest.replayed', { accepted, refused });
      announce(this.#said.textContent);
    } catch (error) {
      this.#said.textContent = problemWords(error);
    } finally {
      button.disabled = false;
    }
    await this.#load();
  }
}
