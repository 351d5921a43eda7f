import type { FaultKind } from '../../../../schemas/fault.ts';
import { VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import type { Api } from '../api/api.ts';
import { openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';
import { classLabel } from '../state/station-state.ts';
import { variableLabel } from '../state/variables.ts';
import { fieldMoment, fieldText } from '../time/field-time.ts';
import { zoneName } from '../time/zone.ts';
import type { Stretch } from './station-data.ts';
import { GivenVerdict, type KnownStretch, type StretchVerdict, verdictRequests } from './stretch-verdict.ts';

const MINUTE_MS = 60_000;
const CLASSES: readonly StretchVerdict['classification'][] = ['normal', 'weather_event', 'device_failure'];

/** Every kind of fault, the most frequent first. The list of the schemas comes with what no browser has. */
const KINDS = Object.keys({
  ...{
    level: true,
    stuck: true,
    noise: true,
    spike: true,
    impossible: true,
    inconsistent: true,
    drift: true,
    bias: true,
    gain: true,
  },
  ...{ clock: true, unit: true, swapped: true, radiation: true, ceiling: true, resent: true },
} satisfies Readonly<Record<FaultKind, true>>) as readonly FaultKind[];

/** A stretch of a chart that was marked. */
export interface MarkedStretch {
  readonly variable: Variable;
  /** ms since the epoch. */
  readonly from: number;
  readonly to: number;
}

/**
 * Asks what a stretch is, and why, and says it of all its values.
 *
 * @param onDone called with the verdict once it is stored, so that it can be undone
 */
export function openStretchVerdict(
  api: Api,
  { network, station }: Pick<Stretch, 'network' | 'station'>,
  { variable, from, to }: MarkedStretch,
  known: KnownStretch,
  onDone: (given: GivenVerdict) => void,
): void {
  const zone = zoneName();
  openForm({
    title: message('compare.verdict'),
    text: message('compare.verdict_text'),
    fields: [
      {
        name: 'variable',
        label: message('form.variable'),
        kind: 'choice',
        options: VARIABLES.map((name) => [name, variableLabel(name)]),
        value: variable,
      },
      {
        name: 'from',
        label: message('form.from_zone', { zone }),
        kind: 'time',
        required: true,
        value: fieldText(from),
      },
      { name: 'to', label: message('form.to_zone', { zone }), kind: 'time', required: true, value: fieldText(to) },
      {
        name: 'classification',
        label: message('expert.it_is'),
        kind: 'choice',
        options: CLASSES.map((name) => [name, classLabel(name)]),
      },
      {
        name: 'kind',
        label: message('compare.kind'),
        kind: 'choice',
        options: KINDS.map((kind) => [kind, message(`fault.${kind}`)]),
        value: 'level',
      },
      { name: 'reason', label: message('form.why'), kind: 'long', required: true },
    ],
    does: message('compare.give'),
    send: async (values) => {
      const [begin, end] = [fieldMoment(values['from'] ?? ''), fieldMoment(values['to'] ?? '')];
      if (begin === null || end === null || begin >= end) throw new Error(message('data.period_wrong'));
      const verdict: StretchVerdict = {
        ...{ network, station, variable: values['variable'] as Variable },
        from: Date.parse(begin),
        // A field has whole minutes: the last one is meant with its seconds.
        to: Date.parse(end) + MINUTE_MS - 1,
        classification: values['classification'] as StretchVerdict['classification'],
        ...{ kind: values['kind'] ?? 'level', reason: values['reason'] ?? '' },
      };
      const requests = verdictRequests(verdict, known);
      if (requests === null) throw new Error(message('compare.no_hole'));
      if (requests.length === 0) throw new Error(message('compare.nothing_there'));
      const given = new GivenVerdict(api);
      await given.give(requests);
      onDone(given);
    },
  });
}
