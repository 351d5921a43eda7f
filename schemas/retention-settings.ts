import * as setting from './settings.ts';

/** How long what is stored is kept. */
export const RETENTION_SETTINGS = {
  keptObservationDays: kept(35, {
    name: 'HALCYON_RETENTION_OBSERVATIONS',
    meaning: 'days that observations are kept at least; they go when their month is older',
  }),
  keptJudgementDays: kept(8, {
    name: 'HALCYON_RETENTION_JUDGEMENTS',
    meaning: 'the same of judgements, the flags of observations',
  }),
  keptAnomalyDays: kept(8, {
    name: 'HALCYON_RETENTION_ANOMALIES',
    meaning: 'the same of anomalies with all their versions, of faults from their end on, and of weather events',
  }),
  keptBaselineDays: kept(35, {
    name: 'HALCYON_RETENTION_BASELINES',
    meaning: 'the same of baselines, in blocks of 30 days, and of the conditions of sensors at midnight',
  }),
  keptDeadLetterDays: kept(1, {
    name: 'HALCYON_RETENTION_DEAD_LETTERS',
    meaning: 'days that dead letters are kept, replayed or not',
  }),
  keptDeliveryDays: kept(1, {
    name: 'HALCYON_RETENTION_DELIVERIES',
    meaning: 'days that deliveries of resolved alerts are kept once they have arrived or were given up',
  }),
  keptAuditDays: setting.integer(1, 36_500, 400, {
    name: 'HALCYON_RETENTION_AUDIT',
    meaning: 'days that the audit log is kept, by whole days (UTC)',
  }),
};

/** A number of days that records are kept; without it all are. */
function kept(low: number, row: Pick<setting.Setting<number>, 'name' | 'meaning'>): setting.Setting<number | null> {
  return setting.optional(setting.integer(low, 36_500, low, row), 'none: all are kept');
}
