import { element } from '../dom/element.ts';
import { DATE_FIELD } from '../dom/time-fields.ts';
import { message } from '../messages/message.ts';
import { fieldMoment, fieldText } from './field-time.ts';
import { dayOf } from './moments.ts';

/** A field for a day of the past, and a button to the newest data: the ways to history that arrows are too slow for. */
export class DateField {
  readonly root: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #shown = element('span', { 'aria-hidden': 'true' });

  /**
   * @param onDay a day was chosen; its noon in the reader's time zone, ms since the epoch
   * @param onNewest the newest data are wanted
   */
  constructor(onDay: (noon: number) => void, onNewest: () => void) {
    const label = message('timeline.date');
    this.#field = element('input', {
      ...DATE_FIELD,
      'aria-label': label,
      title: label,
      on: {
        change: () => {
          const noon = fieldMoment(this.#field.value === '' ? '' : `${this.#field.value}T12:00`);
          if (noon !== null) onDay(Date.parse(noon));
        },
      },
    });
    this.#field.addEventListener('click', () => this.#field.showPicker());
    this.root = element(
      'div',
      { class: 'row date-field' },
      // A browser writes the date in its own language: what it writes is not seen.
      element('span', { class: 'button' }, this.#shown, this.#field),
      element('button', { type: 'button', on: { click: onNewest } }, message('timeline.newest')),
    );
  }

  /** @param time that is shown, ms since the epoch */
  show(time: number): void {
    this.#field.value = fieldText(time).slice(0, 10);
    this.#shown.textContent = dayOf(time);
  }
}
