import type { TimeSeriesStore } from '../stores/time-series-store.ts';

/** Stands where a process has no part that works on the time series: to ask it for anything is a mistake. */
export const NO_STORE: TimeSeriesStore = new Proxy({} as TimeSeriesStore, {
  get: () => {
    throw new Error('this process has no time series');
  },
});
