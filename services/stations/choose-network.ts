import type { ObservationSource } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';

/**
 * The network to be judged: the one that was asked for or, where none was, the only one there is.
 *
 * @param place where the request names it, for what is said of it
 * @throws HalcyonError `unknown_network` for one that is not there; `invalid_parameter` where there are several and
 *   none was named; `insufficient_data` where there is none
 */
export async function chooseNetwork(
  source: ObservationSource,
  asked: string | null,
  place: 'body' | 'query' = 'body',
): Promise<string> {
  const networks = await source.networks();
  if (networks.length === 0) throw new HalcyonError('insufficient_data', `${source.title} holds no observations yet`);
  const known = networks.join(', ');
  if (asked !== null) {
    if (networks.includes(asked)) return asked;
    throw problem(place, 'unknown_network', `there is no network '${asked}' in ${source.title}; it has ${known}`);
  }
  if (networks.length === 1) return networks[0];
  throw problem(place, 'invalid_parameter', `${source.title} holds several networks, name one of them: ${known}`);
}

function problem(place: string, code: 'unknown_network' | 'invalid_parameter', msg: string): HalcyonError {
  return new HalcyonError(code, msg, { problems: [{ loc: [place, 'network'], msg, type: 'value_error' }] });
}
