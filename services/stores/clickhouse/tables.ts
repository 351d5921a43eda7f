/**
 * The tables of the records, those that grow partitioned by month. Those that tell of others come before them: a mark of how
 * far a network is judged before the conditions of sensors and the judgements, a fault before its values, a weather event before its anomalies, these before the observations, these before their stations. Whoever reads
 * one after the other while more is stored finds everything that what was read tells of.
 */
export const TABLES = [
  'judged_until',
  'sensor_conditions',
  'lasting_conditions',
  'faults',
  'fault_values',
  'weather_events',
  'judgements',
  'anomalies',
  'baselines',
  'dead_letters',
  'rules',
  'observations',
  'stations',
] as const;
