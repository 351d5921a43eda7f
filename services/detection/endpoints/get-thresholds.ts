import { z } from 'zod';
import { liveJudgement } from '../../../schemas/configuration.ts';
import { EVERY_STATION } from '../../../schemas/expert-rule.ts';
import { thresholdsAnswerShape } from '../../../schemas/http/answers/thresholds-answer.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { NETWORK_FIELD, query, timeText, unitsField } from '../../http/query-fields.ts';
import { findStation } from '../../stations/find-station.ts';
import { readThresholds } from '../read-thresholds.ts';
import { thresholdsAnswer } from '../thresholds-answer.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';

export const getThresholds = endpoint({
  name: 'get-thresholds',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/stations/:id/thresholds',
  description:
    'What a value of a station has to do to be flagged by the live judgement, variable by variable, and which neighbours ' +
    'are asked about it: for its newest report up to `time` (default: now). `network` says which, where several networks ' +
    'have a station of this id; `units=si` gives m/s and Pa.',
  pathParameters: z.object({ id: stationName }),
  query: query({ network: networkName.optional(), time: timeText.optional(), ...unitsField }),
  success: json('The effective thresholds.', thresholdsAnswerShape),
  errors: { 404: 'There is no station of this id.' },
  // It reads days of observations where nothing is learnt yet.
  atOnce: 8,
  async answer(call, dependencies: DetectionDependencies) {
    const { network, time = dependencies.now(), units } = call.query;
    const station = await findStation(dependencies.store, call.path.id, network, NETWORK_FIELD);
    const ofPlace = (place: string) => dependencies.experts.rules({ network: station.network, station: place });
    const rules = [...(await ofPlace(station.id)), ...(await ofPlace(EVERY_STATION))];
    const read = await readThresholds(
      dependencies.store,
      liveJudgement(dependencies.configuration),
      station,
      time,
      rules,
    );
    return { status: 200, body: thresholdsAnswer(read, units) };
  },
});
