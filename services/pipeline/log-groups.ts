/** The group that reads every topic into the store. */
export const STORE_GROUP = 'store';

/** The group that reads verdicts and faults for the alerts. */
export const ALERT_GROUP = 'alerts';
