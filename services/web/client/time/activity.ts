import { drawing } from '../dom/element.ts';

import { countByPart, type Found } from './count-by-part.ts';

/** Height of the picture, in its own units. */
const HEIGHT = 28;

/** What was found along a stretch, as bars above the slider: weather grows from the line, failures are marks at the top. */
export function activityPicture(found: readonly Found[], from: number, to: number): SVGSVGElement {
  const parts = 144;
  const { weather, failures } = countByPart(found, from, to, parts);
  const most = Math.max(6, ...weather);
  const bars = weather.map((count, k) =>
    count === 0
      ? null
      : drawing('rect', {
          class: 'weather',
          x: k + 0.1,
          width: 0.8,
          height: 2 + (HEIGHT - 10) * Math.sqrt(count / most),
          y: HEIGHT - 2 - (HEIGHT - 10) * Math.sqrt(count / most),
        }),
  );
  const marks = failures.map((count, k) =>
    count === 0 ? null : drawing('rect', { class: 'failure', x: k + 0.1, y: 1, width: 0.8, height: 4 }),
  );
  return drawing(
    'svg',
    { class: 'activity', viewBox: `0 0 ${parts} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...bars,
    ...marks,
  );
}
