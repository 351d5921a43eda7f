import { z } from 'zod';
import { ruleBody } from '../../../schemas/http/alerts/rule-body.ts';
import { rulePreviewShape } from '../../../schemas/http/answers/rule-preview-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { previewRule } from '../preview/rule-preview.ts';
import { rulePreviewAnswer } from '../preview/rule-preview-answer.ts';
import { ruleOfBody } from '../rules/alert-rule.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { assertPlaces } from './assert-places.ts';

export const previewAlertRule = endpoint({
  name: 'preview-alert-rule',
  method: 'POST',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/alert-rules/preview',
  description:
    'What a rule would have told in the last 30 days, by the code that decides for the running system: how many messages ' +
    'by each channel, for which stations, and the five newest with time and text. Stored faults, anomalies and reports pass ' +
    'by once more, as they are known by now. Nothing is stored, and nobody is told. `left_out` names what a preview does not ' +
    'look at in large networks.',
  audit: null,
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: ruleBody, limit: 'bodyBytes' },
  success: json('What it would have told.', rulePreviewShape),
  errors: { 404: 'There is no such network, or no such station.' },
  // A month of observations may be read.
  atOnce: 2,
  timeLimit: 'detectMs',
  async answer({ body, scope, signal }, { alerts, store, experts, now }: AlertEndpointDependencies) {
    const { catalogue, publicUrl, windowMs, settlesAfterMs } = alerts;
    const definition = ruleOfBody(body, null);
    scope.assertIncludesAll(definition.networks);
    await assertPlaces(store, definition);
    const source = new StoreSource(store, 'the store');
    const sources = { statements: catalogue, store, source, experts, windowMs, settlesAfterMs, now };
    const preview = await previewRule(sources, definition, signal);
    const names = await namesOf(store, preview.alerts);
    const nameOf = (network: string, id: string) => names.get(JSON.stringify([network, id])) ?? id;
    return { status: 200, body: rulePreviewAnswer(preview, nameOf, publicUrl()) };
  },
});

/** Names of the stations of some networks. */
async function namesOf(
  store: AlertEndpointDependencies['store'],
  alerts: readonly { readonly network: string }[],
): Promise<ReadonlyMap<string, string>> {
  const networks = [...new Set(alerts.map(({ network }) => network))];
  const stations = networks.length === 0 ? [] : await store.allStations(networks);
  return new Map(stations.map(({ network, id, name }) => [JSON.stringify([network, id]), name || id]));
}
