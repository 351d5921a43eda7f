import { z } from 'zod';
import { moment } from '../../reports/moment.ts';
import { reportedWeatherEventShape } from '../../reports/reported-weather-event.ts';
import { nextCursor } from './page-answer.ts';

/** A page of the weather events of one network, and the stretch in which they were sought. */
export const weatherAnswerShape = z
  .object({
    network: z.string(),
    from: moment,
    to: moment,
    weather_events: z.array(reportedWeatherEventShape),
    next_cursor: nextCursor,
  })
  .meta({
    id: 'WeatherEvents',
    examples: [
      {
        network: 'demo',
        from: '2026-11-21T13:00:00Z',
        to: '2026-11-22T13:00:00Z',
        weather_events: [],
        next_cursor: null,
      },
    ],
  });
