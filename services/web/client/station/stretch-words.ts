import { message } from '../messages/message.ts';

/** The length of a stretch in words: in hours up to a day. */
export function stretchWords(hours: number): string {
  return hours < 24 ? message('station.hours', { n: hours }) : message('station.days', { n: hours / 24 });
}
