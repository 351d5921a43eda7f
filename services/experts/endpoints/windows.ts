import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { isActive } from '../../../schemas/expert-rule.ts';
import { windowAnswerShape } from '../../../schemas/http/answers/expert-answers.ts';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { nameText, networkName, stationName } from '../../../schemas/http/name-text.ts';
import { SHOWN_ID } from '../../../schemas/reports/given-id.ts';
import { nameOf } from '../../access/caller.ts';
import { answeredText } from '../../http/answered-text.ts';
import { type Endpoint, endpoint, json } from '../../http/endpoint.ts';
import { newestPage } from '../../http/newest-page.ts';
import { given, query, timeText } from '../../http/query-fields.ts';
import { findStation } from '../../stations/find-station.ts';
import { Cursor } from '../../stores/cursor.ts';
import { windowAnswer } from '../expert-answers.ts';
import { newWindow } from '../new-rule.ts';
import type { ExpertDependencies } from './expert-dependencies.ts';
import { reasonText, refused, ruleListFields, variablesField } from './rule-fields.ts';

const windowBody = z
  .strictObject({
    network: networkName.optional(),
    station: stationName,
    variables: variablesField,
    from: timeText,
    to: timeText.nullish(),
    reason: reasonText,
  })
  .meta({
    examples: [
      {
        network: 'north',
        station: 'a',
        variables: ['wind_speed'],
        from: '2026-03-01T09:00:00Z',
        reason: 'new anemometer',
      },
    ],
  });
type WindowBody = z.output<typeof windowBody>;

/** What a kind of window is called, and what it does, in words. */
interface Words {
  readonly kind: 'maintenance' | 'bar';
  /** Last piece of its address, and of the answer's list. */
  readonly name: 'maintenance' | 'bars';
  readonly one: string;
  readonly effect: string;
}

/** The endpoints of one kind of window: list, enter, end. */
export function windowEndpoints({ kind, name, one, effect }: Words): readonly Endpoint<ExpertDependencies>[] {
  const path = `/api/v1/${name}`;
  const cursorOf = new Cursor(name, ['number', 'string']);
  const list = endpoint({
    name: `list-${name}`,
    method: 'GET',
    part: 'detection',
    roles: ['user'],
    path,
    description:
      `Every ${one} that was entered, newest first, those that were ended too. ${effect} Filters: network, station, ` +
      'active (`true`: it applies now, or will).',
    pathParameters: z.object({}),
    query: query(ruleListFields),
    success: json('A page of the list.', pageShape(name, windowAnswerShape)),
    async answer(call, dependencies: ExpertDependencies) {
      const { network, station, active, limit, cursor } = call.query;
      const now = dependencies.now();
      const rules = await dependencies.experts.rules({ kind, ...given({ network, station }) });
      const asked = rules.filter((rule) => active === undefined || isActive(rule, now) === (active === 'true'));
      const { items, last } = newestPage(asked, ({ at, id }) => [at, id], cursorOf.read(cursor), limit);
      return {
        status: 200,
        body: {
          [name]: items.map((rule) => windowAnswer(rule, now)),
          next_cursor: last === null ? null : cursorOf.write([...last]),
        },
      };
    },
  });
  const enter = endpoint({
    name: `post-${name}`,
    method: 'POST',
    part: 'detection',
    roles: ['curator'],
    path,
    description:
      `Enters a ${one} from \`from\` up to but without \`to\`, which may be left out while nobody knows it; it may lie in ` +
      `the past. ${effect} \`effective_from\` of the answer says from when on observations are judged by it.`,
    audit: {
      action: `${kind}.enter`,
      of: ({ body }, answered) => ({
        about: { kind: 'station', id: body.station },
        network: answeredText(answered, 'network'),
      }),
    },
    pathParameters: z.object({}),
    query: query({}),
    body: { kind: 'json', schema: windowBody as z.ZodType<WindowBody>, limit: 'bodyBytes' },
    success: json('It as it was entered.', windowAnswerShape),
    errors: { 404: 'There is no such station.' },
    async answer(call, dependencies: ExpertDependencies) {
      const { station: id, network, variables, from, reason } = call.body;
      const to = call.body.to ?? null;
      if (to !== null && to <= from) throw refused('to', "'to' should be later than 'from'");
      const station = await findStation(dependencies.store, id, network, {
        name: "'network'",
        loc: ['body', 'network'],
      });
      const entering = { by: nameOf(call.caller), reason, at: dependencies.now() };
      const rule = newWindow(kind, station, { variables, from, to }, entering);
      await dependencies.experts.enter(rule);
      return { status: 200, body: windowAnswer(rule, entering.at) };
    },
  });
  const end = endpoint({
    name: `end-${name === 'bars' ? 'bar' : name}`,
    method: 'POST',
    part: 'detection',
    roles: ['curator'],
    path: `${path}/:id/end`,
    description:
      `Ends a ${one}, now or as if it had been at \`at\`, which is not before it began: \`at\` at its beginning takes back ` +
      'one that was entered by mistake. What has been judged by it stays. One that was ended stays as it is.',
    audit: {
      action: `${kind}.end`,
      of: ({ path: { id } }, answered) => ({ about: { kind, id }, network: answeredText(answered, 'network') }),
    },
    pathParameters: z.object({ id: nameText.meta({ examples: [SHOWN_ID] }) }),
    query: query({ at: timeText.meta({ examples: ['NOW'] }).optional() }),
    success: json('It as it is now.', windowAnswerShape),
    errors: { 404: `There is no ${one} of this id.` },
    async answer(call, dependencies: ExpertDependencies) {
      const { id } = call.path;
      const now = dependencies.now();
      const rule = await dependencies.experts.rule(id);
      if (rule?.kind !== kind) throw new HalcyonError('not_found', `there is no ${one} of this id`);
      const { at = now } = call.query;
      if (call.query.at !== undefined && at < rule.from)
        throw refused('at', "'at' should not be before it began", 'query');
      const ended = await dependencies.experts.end({ kind, id }, { by: nameOf(call.caller), now, at });
      return { status: 200, body: windowAnswer(ended ?? (await dependencies.experts.rule(id)) ?? rule, now) };
    },
  });
  return [list, enter, end];
}
