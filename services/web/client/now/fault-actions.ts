import type { FaultNow, NowAnswer } from '../api/answers.ts';
import { ApiError } from '../api/api.ts';
import { openForm } from '../dom/form-dialog.ts';
import { registeredStations } from '../map/registered-stations.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import { StationPicker } from '../stations/station-picker.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { DAY_MS, HOUR_MS, isoOf, zonedMoment } from '../time/moments.ts';
import { zoneName } from '../time/zone.ts';
import { causeName, causeSentence, faultsOfKind, stationsOfCause, variablesOfCause } from './cause-words.ts';
import type { Action } from './fault-row.ts';
import { keeperOf, snoozedStill } from './fault-words.ts';
import { mutePreview } from './mute-preview.ts';

/** So long a fault can be put off [h]. */
const SNOOZE_HOURS: readonly number[] = [1, 4, 12, 24, 72, 168];
/** So long a kind of faults can be muted [d]. */
const MUTE_DAYS: readonly number[] = [7, 30, 90, 365];

/** An action that was taken, in words, and the call that undoes it; null where the action is undone by hand. */
export interface Done {
  readonly words: string;
  readonly undo: (() => Promise<void>) | null;
}

/** What the actions work with. */
export interface ActionDependencies {
  readonly context: Context;
  readonly network: string;
  /** What is shown now. */
  readonly shown: () => NowAnswer | null;
  /** Something was done: what is shown is to be asked for again. */
  readonly onDone: (done: Done) => Promise<void>;
  /** Something was not done. */
  readonly onProblem: (error: unknown) => void;
  /** Somebody else was faster with the fault. */
  readonly onConflict: (id: string) => Promise<void>;
}

/** What somebody on duty does about faults: each action is one request, or a dialog and one. */
export class FaultActions {
  readonly #dependencies: ActionDependencies;

  constructor(dependencies: ActionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Begins an action on a fault. */
  begin(action: Action, fault: FaultNow): void {
    const { shown } = this.#dependencies;
    const you = shown()?.you ?? '';
    if (action === 'take') void this.#take(fault, keeperOf(fault) === you ? null : you);
    else if (action === 'assign') this.#assign(fault);
    else if (action === 'snooze') this.#snooze(fault);
    else if (action === 'maintenance') this.planMaintenance(stationsOfCause(fault).map(({ id }) => id));
    else if (action === 'none') this.#none(fault);
    else this.#mute(fault);
  }

  /** Asks for a maintenance window of some stations. @param chosen ids of those that are chosen at first */
  planMaintenance(chosen: readonly string[]): void {
    const { context, network, onDone } = this.#dependencies;
    const picker = new StationPicker([], []);
    // Whoever types at once types into the form: on the page each key would be an action.
    void picker.offer(registeredStations(context, network), chosen);
    openForm({
      title: message('expert.maintenance'),
      text: message('care.maintenance_text', { zone: zoneName() }),
      content: picker.root,
      fields: [
        { name: 'from', label: message('form.from'), kind: 'time', required: true, value: fieldText(context.now()) },
        { name: 'to', label: message('form.to'), kind: 'time', hint: message('expert.to_hint') },
        { name: 'reason', label: message('form.why'), kind: 'long', required: true },
      ],
      does: message('expert.enter'),
      send: async ({ from, to, reason }) => {
        if (picker.chosen.length === 0) throw new Error(message('calendar.no_station'));
        const until = fieldMoment(to ?? '');
        const window = {
          network,
          from: fieldMoment(from ?? ''),
          ...(until !== null && { to: until }),
          reason,
        };
        const entered: { id: string; from: string }[] = [];
        const failed = new Map<string, string>();
        let why = '';
        for (const { id, name } of picker.chosen) {
          try {
            entered.push(await context.api.send('POST', '/api/v1/maintenance', { ...window, station: id }));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            failed.set(id, name);
            why = error.message;
          }
        }
        const undo = async () => {
          for (const { id, from: at } of entered) {
            await context.api.send('POST', `/api/v1/maintenance/${id}/end?${new URLSearchParams({ at })}`);
          }
        };
        if (entered.length > 0) await onDone({ words: message('care.maintained', { n: entered.length }), undo });
        if (failed.size === 0) return;
        picker.keep(new Set(failed.keys()));
        throw new Error(message('care.some_failed', { names: [...failed.values()].join(', '), why }));
      },
    });
  }

  async #take(fault: FaultNow, assignee: string | null): Promise<void> {
    const { context, onProblem } = this.#dependencies;
    const words = message(assignee === null ? 'care.given_back' : 'care.taken', { fault: causeName(fault) });
    await this.#care(fault, { assignee, snoozed_until: snoozedStill(fault, context.now()) }, words).catch(onProblem);
  }

  #assign(fault: FaultNow): void {
    const { context, shown } = this.#dependencies;
    const people = shown()?.people ?? [];
    openForm({
      title: message('care.assign_title'),
      text: causeName(fault),
      fields: [
        {
          name: 'assignee',
          label: message('care.assignee'),
          kind: 'text',
          required: true,
          options: people.map((name) => [name, name]),
        },
      ],
      does: message('care.assign_title'),
      send: async ({ assignee }) => {
        const words = message('care.given', { to: assignee, fault: causeName(fault) });
        await this.#care(fault, { assignee, snoozed_until: snoozedStill(fault, context.now()) }, words);
      },
    });
  }

  #snooze(fault: FaultNow): void {
    const { context, onProblem } = this.#dependencies;
    const assignee = fault.care?.assignee ?? null;
    if (fault.group === 'snoozed') {
      const words = message('care.awake', { fault: causeName(fault) });
      void this.#care(fault, { assignee, snoozed_until: null }, words).catch(onProblem);
      return;
    }
    openForm({
      title: message('care.snooze_title'),
      text: `${causeName(fault)}. ${message('care.snooze_text')}`,
      fields: [
        {
          name: 'hours',
          label: message('care.for'),
          kind: 'choice',
          options: SNOOZE_HOURS.map(hoursChoice),
          value: '4',
        },
        { name: 'until', label: message('care.until', { zone: zoneName() }), kind: 'time' },
      ],
      does: message('care.snooze_title'),
      send: async ({ hours, until }) => {
        const moment = fieldMoment(until ?? '') ?? isoOf(context.now() + Number(hours) * HOUR_MS);
        const time = zonedMoment(Date.parse(moment), context.now());
        const words = message('care.snoozed', { fault: causeName(fault), time });
        await this.#care(fault, { assignee, snoozed_until: moment }, words);
      },
    });
  }

  #none(fault: FaultNow): void {
    const { context, onDone } = this.#dependencies;
    const paths = faultsOfKind(fault).map(({ fault_id: id }) => `/api/v1/faults/${id}/override`);
    const value = fault.adjusted ? message('care.none_adjusted') : '';
    openForm({
      title: message('care.none_title'),
      text: `${causeName(fault)}: ${causeSentence(fault)}. ${message('care.none_text')}`,
      fields: [{ name: 'reason', label: message('form.why'), kind: 'text', required: true, value }],
      does: message('now.not_a_fault'),
      send: async ({ reason }) => {
        for (const path of paths) await context.api.send('PUT', path, { classification: 'normal', reason });
        const undo = async () => {
          for (const path of paths) await context.api.send('DELETE', path);
        };
        await onDone({ words: message('care.overruled', { fault: causeName(fault) }), undo });
      },
    });
  }

  #mute(fault: FaultNow): void {
    const { context, onDone, onProblem } = this.#dependencies;
    const { silence } = fault;
    const end = (id: string) => context.api.send('POST', `/api/v1/silences/${id}/end`);
    if (fault.group === 'muted' && silence !== null) {
      void end(silence.id)
        .then(() => onDone({ words: message('care.unmuted', { fault: causeName(fault) }), undo: null }))
        .catch(onProblem);
      return;
    }
    const now = context.now();
    const stations = stationsOfCause(fault);
    const names = stations.map(({ name }) => name).join(', ');
    openForm({
      title: message('care.mute_title', { what: causeSentence(fault), station: names }),
      text: message('care.mute_text'),
      content: mutePreview(context.api, fault, now, context.left),
      fields: [
        { name: 'reason', label: message('form.why'), kind: 'text', required: true },
        { name: 'days', label: message('care.for'), kind: 'choice', options: MUTE_DAYS.map(daysChoice), value: '7' },
      ],
      does: message('care.mute'),
      send: async ({ days, reason }) => {
        const { id } = await context.api.send<{ id: string }>('POST', '/api/v1/silences', {
          network: fault.network,
          stations: stations.map(({ id }) => id),
          variables: variablesOfCause(fault),
          kinds: [fault.kind],
          to: isoOf(context.now() + Number(days) * DAY_MS),
          reason,
        });
        const undo = async () => void (await end(id));
        await onDone({ words: message('care.muted', { fault: causeName(fault) }), undo });
      },
    });
  }

  /** Changes the care of a fault as it was seen; where somebody was faster, that is said, and nothing is thrown. */
  async #care(
    { fault_id: row, care }: FaultNow,
    change: { readonly assignee: string | null; readonly snoozed_until: string | null },
    words: string,
  ): Promise<void> {
    const { context, onDone, onConflict } = this.#dependencies;
    // It may be known of another fault of the same cause.
    const id = care?.fault_id ?? row;
    try {
      await context.api.send('PUT', `/api/v1/faults/${id}/care`, { version: care?.version ?? 0, ...change });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      await onConflict(row);
      return;
    }
    await onDone({ words, undo: null });
  }
}

function hoursChoice(hours: number): [value: string, label: string] {
  const label =
    hours < 24 ? message('station.hours', { n: hours }) : message('station.days', { n: (hours * HOUR_MS) / DAY_MS });
  return [String(hours), label];
}

function daysChoice(days: number): [value: string, label: string] {
  return [String(days), message('station.days', { n: days })];
}
