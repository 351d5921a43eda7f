import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { anomalyId } from '../../../schemas/reports/given-id.ts';
import { reportedEpisodeShape } from '../../../schemas/reports/reported-episode.ts';
import { ANOMALY_ID } from '../../answers/record-id.ts';
import { reportedEpisode } from '../../answers/reported-episode.ts';
import { overlayOf } from '../../experts/overlay.ts';
import { DEPRECATION_HEADER, deprecated } from '../../http/deprecation.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { storedEpisodes } from '../stored-episodes.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';
import { FAILURE_EPISODES, isDeprecated } from './failure-episodes.ts';

const HOUR_MS = 3_600_000;

export const getEpisode = endpoint({
  name: 'get-episode',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/episodes/:id',
  description:
    'One episode as it is now. Its id is that of its first anomaly; the id of a later one is answered 404, with the id ' +
    'of the episode that it is of. One of a device failure or a suspected sensor is deprecated, and says so by the header ' +
    '`Deprecation`: faults of sensors are at `GET /api/v1/faults`.',
  pathParameters: z.object({ id: anomalyId }),
  query: query({}),
  success: {
    ...json('The episode.', reportedEpisodeShape),
    headers: { Deprecation: DEPRECATION_HEADER, Link: 'What takes the place of an episode that is deprecated.' },
  },
  errors: { 404: 'There is no episode of this id.' },
  atOnce: 8,
  async answer(call, dependencies: DetectionDependencies) {
    const { id } = call.path;
    const [first] = ANOMALY_ID.test(id) ? await dependencies.store.anomaly(id) : [];
    if (first === undefined || first.state === 'withdrawn')
      throw new HalcyonError('not_found', 'there is no episode of this id');
    const { network, station, time } = first;
    const window = dependencies.configuration.windowHours * HOUR_MS;
    const stretch = { network, station, from: time, to: time };
    const overlay = await overlayOf(dependencies.experts, { network, station });
    const found = await storedEpisodes(dependencies.store, stretch, window, dependencies.now(), overlay);
    const episode = found.find(({ members }) => members.some((member) => member.id === id));
    if (episode?.id !== id) {
      const of = episode === undefined ? '' : `: the anomaly is of the episode ${episode.id}`;
      throw new HalcyonError('not_found', `there is no episode of this id${of}`);
    }
    const answer = { status: 200, body: reportedEpisode(episode, overlay) };
    return isDeprecated(episode) ? deprecated(answer, FAILURE_EPISODES) : answer;
  },
});
