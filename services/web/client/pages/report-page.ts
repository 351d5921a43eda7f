import type { NetworkReportAnswer } from '../api/answers.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine, problemWords } from '../dom/problem-line.ts';
import { saveFile } from '../dom/save-file.ts';
import { DATE_FIELD } from '../dom/time-fields.ts';
import { waiting } from '../dom/waiting.ts';
import { message } from '../messages/message.ts';
import { figuresTables } from '../report/figures-tables.ts';
import { heatMap } from '../report/heat-map.ts';
import { mostDaysOf, partsOf } from '../report/report-parts.ts';
import { type AskedDays, daysOf, reportFile, reportPath, utcDate } from '../report/report-period.ts';
import { reportSummary } from '../report/summary.ts';
import { worstList } from '../report/worst-list.ts';
import type { Context, Page } from '../shell/context.ts';

/** How good a network was in a period: to read, to print and as a file. */
export class ReportPage implements Page {
  readonly title = message('report.title');
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #from = element('input', { ...DATE_FIELD, name: 'from' });
  readonly #to = element('input', { ...DATE_FIELD, name: 'to' });
  readonly #title = element('h1', {}, message('report.title'));
  readonly #period = element('p', { class: 'soft' });
  readonly #problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  readonly #said = element('p', { class: 'soft', role: 'status' });
  readonly #partsOf = element('section', {
    class: 'card not-printed',
    hidden: true,
    'aria-label': message('report.parts'),
  });
  readonly #found = element('div', { class: 'report' });
  #asked: AskedDays;
  /** Parts of a period that is too long for a network of this size; empty where a whole one is shown. */
  #parts: readonly AskedDays[] = [];

  constructor(context: Context) {
    this.#context = context;
    this.#asked = daysOf(new URLSearchParams(window.location.search));
    this.root = element(
      'div',
      { class: 'page report-page' },
      element('header', {}, this.#title, this.#period),
      element('p', { class: 'soft' }, message('report.text')),
      this.#form(),
      this.#problem,
      this.#partsOf,
      this.#found,
    );
    void this.#load();
  }

  #form(): HTMLElement {
    const field = (label: string, input: HTMLElement) => element('label', { class: 'field' }, label, input);
    const button = (label: string, click: () => void) => element('button', { type: 'button', on: { click } }, label);
    return element(
      'form',
      {
        class: 'filters not-printed',
        on: {
          submit: (event) => {
            event.preventDefault();
            this.#show({ from: this.#from.value, to: this.#to.value });
          },
        },
      },
      field(message('report.from_day'), this.#from),
      field(message('report.to_day'), this.#to),
      element('button', { type: 'submit', class: 'main' }, message('report.show')),
      button(message('report.newest'), () => this.#show({ from: '', to: '' })),
      button(message('report.csv'), () => void this.#download()),
      button(message('report.print'), () => window.print()),
      this.#said,
    );
  }

  #show(asked: AskedDays): void {
    if (asked.from !== '' && asked.to !== '' && asked.from > asked.to) {
      this.#say(message('report.wrong'));
      return;
    }
    // Another period than a part of the one before is whole.
    if (!this.#parts.includes(asked)) this.#parts = [];
    this.#asked = asked;
    const { network, rewrite } = this.#context;
    const { from, to } = asked;
    rewrite(
      new URLSearchParams({
        ...(network !== null && { network }),
        ...(from !== '' && { from }),
        ...(to !== '' && { to }),
      }).toString(),
    );
    void this.#load();
  }

  async #load(): Promise<void> {
    const { api, left, network } = this.#context;
    if (network === null) {
      refill(this.#found, element('p', { class: 'card soft' }, message('shell.no_network')));
      return;
    }
    const asked = this.#asked;
    this.#say('');
    this.#showParts();
    refill(this.#found, waiting(message('report.reading')));
    try {
      const report = await api.get<NetworkReportAnswer>(reportPath(network, asked), left);
      if (asked === this.#asked) this.#fill(report);
    } catch (error) {
      if (left.aborted || asked !== this.#asked) return;
      if (this.#divide(error)) return;
      refill(this.#found, problemLine(error));
    }
  }

  /** Shows the first part of a period that is too long for a network of this size. @returns whether it is refused for that */
  #divide(error: unknown): boolean {
    const most = mostDaysOf(problemWords(error));
    const { from, to } = this.#asked;
    if (most === null || from === '' || to === '' || this.#parts.length > 0) return false;
    this.#parts = partsOf(this.#asked, most);
    // The address stays that of the whole period.
    this.#asked = this.#parts[0];
    void this.#load();
    return true;
  }

  #showParts(): void {
    this.#partsOf.hidden = this.#parts.length === 0;
    const day = (text: string) => utcDate(Date.parse(`${text}T00:00:00Z`));
    refill(
      this.#partsOf,
      element('p', {}, message('report.parts_text')),
      element(
        'div',
        { class: 'row' },
        ...this.#parts.map((part) =>
          element(
            'button',
            { type: 'button', 'aria-pressed': String(part === this.#asked), on: { click: () => this.#show(part) } },
            part.from === part.to
              ? day(part.from)
              : message('report.period', { from: day(part.from), to: day(part.to) }),
          ),
        ),
      ),
    );
  }

  #fill(report: NetworkReportAnswer): void {
    const { network, from, to, reports } = report;
    this.#title.textContent = message('report.title_of', { network });
    this.#period.textContent = message('report.period', {
      from: utcDate(Date.parse(from)),
      to: utcDate(Date.parse(to)),
    });
    this.#from.value = from.slice(0, 10);
    this.#to.value = to.slice(0, 10);
    refill(
      this.#found,
      reports === 0 && element('p', { class: 'card soft' }, message('report.nothing')),
      reportSummary(report),
      worstList(report),
      heatMap(report),
      ...figuresTables(report),
    );
  }

  async #download(): Promise<void> {
    const { api, left, network } = this.#context;
    if (network === null) return;
    this.#said.textContent = message('data.downloading');
    try {
      const bytes = await (await api.open(reportPath(network, this.#asked, 'csv'), {}, left)).blob();
      const file = reportFile(network, { from: this.#from.value, to: this.#to.value });
      saveFile(bytes, file);
      this.#said.textContent = message('report.saved', { file });
      this.#say('');
    } catch (error) {
      if (left.aborted) return;
      this.#said.textContent = '';
      this.#say(problemWords(error));
    }
  }

  #say(problem: string): void {
    this.#problem.textContent = problem;
    this.#problem.hidden = problem === '';
  }
}
