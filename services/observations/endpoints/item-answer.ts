import type { z } from 'zod';
import type { Sender } from '../../../ingest/intake.ts';
import type { ItemResult } from '../../../ingest/raw-item.ts';
import type { itemAnswerShape } from '../../../schemas/http/answers/observation-answer.ts';
import { isoOf, SLOT_MS, SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { type Caller, nameOf } from '../../access/caller.ts';
import { networksOf } from '../../access/roles.ts';
import type { ObservationDependencies } from './observation-dependencies.ts';

/** Who sends something in: what was long ago is for curators to change. */
export function senderOf(caller: Caller | null, { configuration, now }: ObservationDependencies): Sender | undefined {
  if (caller === null) return undefined;
  const { networks, roles } = caller;
  const oldest = now() - configuration.feedDays * SLOTS_PER_DAY * SLOT_MS;
  return { name: nameOf(caller), networks, oldest, corrects: networksOf(roles, ['curator']) };
}

/** What became of an item, in the document's words. */
export function itemAnswer(result: ItemResult): z.output<typeof itemAnswerShape> {
  if (result.status === 'dead_letter') return { ...result };
  const { status, network, station, time, rainInterval } = result;
  const accepted = { status, network, station_id: station, timestamp: isoOf(time) };
  return rainInterval === undefined ? accepted : { ...accepted, rain_interval: rainInterval };
}
