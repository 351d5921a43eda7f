/** Slots between two reports from which on a station counts as hourly: half an hour is often, one report missed or not. */
export const HOURLY_FROM = 4;
