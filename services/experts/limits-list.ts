import { EVERY_STATION, type ExpertRule } from '../../schemas/expert-rule.ts';
import type { LimitsList } from '../../schemas/http/answers/limits-list.ts';
import { DEFAULT_LIMITS, stationLimits } from '../../schemas/limits.ts';
import type { Station } from '../../schemas/station.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { limitsAnswer, spansOf } from './expert-answers.ts';
import type { RuleRegister } from './rule-register.ts';

/**
 * The limits of a station, of a network where no station is named, or of none, and what is set there.
 *
 * @param network null: the defaults, and what is set anywhere
 * @throws HalcyonError what the register throws
 */
export async function limitsList(
  rules: Pick<RuleRegister, 'rules'>,
  network: string | null,
  station: Station | null,
): Promise<LimitsList> {
  const inForce = await rules.rules({ kind: 'limits', inForce: true, ...(network !== null && { network }) });
  const set = inForce.filter((rule) => station === null || [station.id, EVERY_STATION].includes(rule.station));
  const effective = VARIABLES.map((variable): LimitsList['effective'][number] => {
    const units = VARIABLE_SPECIFICATIONS[variable].unit;
    const ruleOf = (place: string): ExpertRule | undefined =>
      set.find((rule) => rule.station === place && rule.variables[0] === variable);
    const own = station === null ? undefined : ruleOf(station.id);
    const rule = network === null ? undefined : (own ?? ruleOf(EVERY_STATION));
    if (rule !== undefined && rule.limits !== null) {
      return { variable, units, ...spansOf(rule.limits), from: rule === own ? 'station' : 'network' };
    }
    const limits = stationLimits(variable, station ?? undefined);
    const from = limits === DEFAULT_LIMITS[variable] ? 'default' : 'registration';
    return { variable, units, ...spansOf(limits), from };
  });
  return { effective, set: set.map(limitsAnswer) };
}
