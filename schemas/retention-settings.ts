import * as setting from './settings.ts';

/** How long what is stored is kept. */
export const RETENTION_SETTINGS = {
  keptObservationDays: kept(35, {
    name: 'HALCYON_RETENTION_OBSERVATIONS',
    meaning: 'minimum retention of observations [days]; whole months are removed',
  }),
  keptJudgementDays: kept(8, {
    name: 'HALCYON_RETENTION_JUDGEMENTS',
    meaning: 'minimum retention of judgements, the flags of observations [days]',
  }),
  keptAnomalyDays: kept(8, {
    name: 'HALCYON_RETENTION_ANOMALIES',
    meaning:
      'minimum retention of anomalies with all versions, of faults after their end, and of weather events [days]',
  }),
  keptBaselineDays: kept(35, {
    name: 'HALCYON_RETENTION_BASELINES',
    meaning: 'minimum retention of baselines, in blocks of 30 days, and of sensor conditions at midnight [days]',
  }),
  keptDeadLetterDays: kept(1, {
    name: 'HALCYON_RETENTION_DEAD_LETTERS',
    meaning: 'retention of dead letters, replayed or not [days]',
  }),
  keptDeliveryDays: kept(1, {
    name: 'HALCYON_RETENTION_DELIVERIES',
    meaning: 'retention of finished deliveries of resolved alerts [days]',
  }),
  keptAuditDays: setting.integer(1, 36_500, 400, {
    name: 'HALCYON_RETENTION_AUDIT',
    meaning: 'retention of the audit log, by whole days in UTC [days]',
  }),
};

/** A number of days that records are kept; without it all are. */
function kept(low: number, row: Pick<setting.Setting<number>, 'name' | 'meaning'>): setting.Setting<number | null> {
  return setting.optional(setting.integer(low, 36_500, low, row), 'none: all are kept');
}
