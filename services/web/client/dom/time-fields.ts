/** What a field for a time is: a year has four digits, so that somebody who types it is led on to the hour. */
export const TIME_FIELD = { type: 'datetime-local', max: '9999-12-31T23:59' } as const;

/** What a field for a day is. */
export const DATE_FIELD = { type: 'date', max: '9999-12-31' } as const;
