import type { Fault } from '../../../schemas/fault.ts';
import { NOON } from '../api/some-records.ts';

/** A fault with what a test names. */
export function someFault(fields: Partial<Fault> = {}): Fault {
  return {
    id: 'fedcba9876543210fedcba9876543210',
    network: 'north',
    station: 'a',
    stationName: 'Alpha',
    variable: 'wind_speed',
    kind: 'level',
    start: NOON,
    end: null,
    named: NOON,
    known: NOON + 600_000,
    recovered: null,
    offset: 36,
    uncertainty: 1.8,
    ratio: null,
    minutes: null,
    unit: null,
    swappedWith: null,
    adjusted: false,
    ceiling: null,
    unknownSince: null,
    values: 2,
    state: 'provisional',
    certainty: 'failure',
    reason: 'reads 36 km/h above its only neighbour',
    neighbors: ['b'],
    anomalyIds: ['a1'],
    configuration: 'c0',
    version: 'v1',
    judged: NOON + 601_000,
    ...fields,
  };
}
