import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { activityPicture } from './activity.ts';
import type { Found } from './count-by-part.ts';
import { DateField } from './date-field.ts';
import { clockOf, DAY_MS, dayOf, momentOf, SLOT_MS, slotAt, zonedMoment } from './moments.ts';
import { zoneMark } from './zone.ts';

/** How long a slot is shown while history plays [ms]: a day in about half a minute. */
const STEP_MS = 200;

export interface TimelineOptions {
  readonly now: () => number;
  /** The time that is shown has changed; null: the present. Resolves when it is shown, so that playing waits for it. */
  readonly onTime: (time: number | null) => Promise<void>;
  /** Another day is on the slider. */
  readonly onRange: (from: number, to: number) => void;
  /** The newest data are wanted. */
  readonly onNewest: () => void;
}

/** The slider over a day of history: live, or at a time of the past, standing or playing. */
export class Timeline {
  readonly root: HTMLElement;
  readonly #options: TimelineOptions;
  readonly #slider: HTMLInputElement;
  readonly #live: HTMLButtonElement;
  readonly #play: HTMLButtonElement;
  readonly #shown = element('div', { class: 'now' });
  readonly #ends = element('div', { class: 'ends', 'aria-hidden': 'true' });
  readonly #date: DateField;
  #activity = activityPicture([], 0, 1);
  #to: number;
  #time: number | null = null;
  #playing = 0;
  #runs = 0;

  constructor(options: TimelineOptions) {
    this.#options = options;
    this.#to = slotAt(options.now());
    this.#slider = element('input', {
      type: 'range',
      min: 0,
      max: DAY_MS / SLOT_MS,
      step: 1,
      'aria-label': message('timeline.slider'),
      on: { input: () => this.#slide() },
    });
    this.#live = element('button', { type: 'button', on: { click: () => this.goTo(null) } }, message('timeline.live'));
    this.#play = element('button', { type: 'button', class: 'icon', on: { click: () => this.toggle() } });
    const day = (label: string, sign: string, step: number) =>
      element(
        'button',
        {
          type: 'button',
          class: 'icon',
          'aria-label': label,
          title: label,
          on: { click: () => this.#moveRange(step) },
        },
        sign,
      );
    this.#date = new DateField((noon) => this.goTo(Math.min(noon, slotAt(options.now()))), options.onNewest);
    this.root = element(
      'section',
      { class: 'timeline', 'aria-label': message('timeline.label') },
      element(
        'div',
        { class: 'controls' },
        this.#live,
        this.#play,
        day(message('timeline.earlier'), '‹', -1),
        day(message('timeline.later'), '›', 1),
      ),
      this.#date.root,
      element('div', { class: 'track' }, this.#activity, this.#slider, this.#ends),
      this.#shown,
    );
    this.#paint();
  }

  /** Time that is shown; null: the present. */
  get time(): number | null {
    return this.#time;
  }

  get range(): readonly [from: number, to: number] {
    return [this.#to - DAY_MS, this.#to];
  }

  /** Shows a time; the day on the slider follows where it lies outside. */
  goTo(time: number | null): void {
    this.#stop();
    this.#set(time);
    void this.#options.onTime(this.#time);
  }

  /** The present has moved on: where it is shown the slider goes along. */
  tick(): void {
    if (this.#time !== null) return;
    this.#set(null);
  }

  /** Plays from the time that is shown, from the beginning of the day where that is the present; or stands still. */
  toggle(): void {
    if (this.#playing !== 0) {
      this.#stop();
      this.#paint();
      return;
    }
    const [from] = this.range;
    if (this.#time === null || this.#time >= this.#to) this.#set(from);
    this.#playing = ++this.#runs;
    this.#paint();
    void this.#run(this.#playing);
  }

  showActivity(found: readonly Found[]): void {
    const [from, to] = this.range;
    const picture = activityPicture(found, from, to);
    this.#activity.replaceWith(picture);
    this.#activity = picture;
  }

  close(): void {
    this.#stop();
  }

  async #run(run: number): Promise<void> {
    const isOn = () => this.#playing === run && this.root.isConnected;
    while (isOn() && this.#time !== null) {
      const next = this.#time + SLOT_MS;
      if (next > this.#to) break;
      this.#set(next);
      const shown = this.#options.onTime(this.#time);
      await Promise.all([shown, new Promise((resolve) => setTimeout(resolve, STEP_MS))]);
    }
    if (!isOn()) return;
    this.#stop();
    this.#paint();
  }

  #stop(): void {
    this.#playing = 0;
  }

  #slide(): void {
    const [from] = this.range;
    this.#stop();
    this.#set(from + Number(this.#slider.value) * SLOT_MS);
    void this.#options.onTime(this.#time);
  }

  #moveRange(days: number): void {
    const latest = slotAt(this.#options.now());
    this.#to = Math.min(latest, this.#to + days * DAY_MS);
    const [from, to] = this.range;
    const time = Math.max(from, Math.min(to, (this.#time ?? latest) + days * DAY_MS));
    this.#options.onRange(from, to);
    this.goTo(time);
  }

  #set(time: number | null): void {
    const latest = slotAt(this.#options.now());
    const [from, to] = this.range;
    const wanted = time === null ? latest : Math.min(latest, time);
    if (wanted > to || wanted < from) {
      // A time of the past gets some of what came after it on the slider too.
      this.#to = time === null ? latest : Math.min(latest, slotAt(wanted + DAY_MS / 2));
      this.#options.onRange(...this.range);
    }
    this.#time = time === null ? null : slotAt(wanted);
    this.#paint();
  }

  #paint(): void {
    const [from, to] = this.range;
    const shown = this.#time ?? to;
    this.#date.show(shown);
    this.#slider.value = String((shown - from) / SLOT_MS);
    const moment = zonedMoment(shown);
    const isLive = this.#time === null;
    this.#slider.setAttribute('aria-valuetext', isLive ? message('timeline.text_live', { time: moment }) : moment);
    this.#live.setAttribute('aria-pressed', String(this.#time === null));
    const playing = this.#playing !== 0;
    this.#play.textContent = playing ? '❚❚' : '▶';
    const does = message(playing ? 'timeline.pause' : 'timeline.play');
    this.#play.setAttribute('aria-label', does);
    this.#play.title = does;
    const clock = isLive ? message('timeline.live_at', { time: clockOf(this.#options.now()) }) : clockOf(shown);
    this.#shown.replaceChildren(clock, element('small', {}, `${dayOf(shown)}, ${zoneMark(shown)}`));
    this.#ends.replaceChildren(
      element('span', {}, momentOf(from)),
      element('span', {}, momentOf(from + DAY_MS / 2)),
      element('span', {}, momentOf(to)),
    );
  }
}
