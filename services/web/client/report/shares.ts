import { message } from '../messages/message.ts';
import { preferences } from '../preferences/preferences.ts';
import { shownNumber } from '../state/numbers.ts';

/** A share in per cent: `99.4 %`. What is not quite all is never shown as all of it. */
export function shownShare(share: number): string {
  const text = (percent: number) => `${shownNumber(percent, 1)}${preferences().spoken === 'en' ? '' : ' '}%`;
  if (share < 1 && share >= 0.9995) return text(99.9);
  if (share > 0 && share < 0.0005) return `<${text(0.1)}`;
  return text(share * 100);
}

/** Hours, whole where there are many. */
export function shownHours(hours: number): string {
  return shownNumber(hours, hours !== 0 && hours < 10 ? 1 : 0);
}

/** A median time of minutes; a dash where there is none. */
export function shownMinutes(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 90) return message('time.minutes', { n: Math.round(minutes) });
  const hours = minutes / 60;
  return hours < 48
    ? message('time.hours', { n: Math.round(hours) })
    : message('time.days', { n: Math.round(hours / 24) });
}
