import { grossRangeFlag, type StationLevel, stationLimits, type VariableLimits } from '../../schemas/limits.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';

/**
 * Why a value is beyond its limits, in one sentence without a full stop; '' where it is within.
 *
 * @param limits those that it was held against
 * @param station as the limits were asked for
 */
export function grossRangeReason(
  variable: Variable,
  value: number,
  limits: VariableLimits,
  station: StationLevel | undefined,
): string {
  const flag = grossRangeFlag(value, limits);
  if (flag === 'pass') return '';
  if (!Number.isFinite(value)) return `${value} is not a finite number`;
  const { unit } = VARIABLE_SPECIFICATIONS[variable];
  const said = `${value} ${unit} is`;
  const { failLow, failHigh, suspectLow, suspectHigh } = limits;
  if (flag === 'fail') {
    if (variable === 'rain') return `${said} beyond what can fall (${failLow} to ${failHigh} mm in ten minutes)`;
    return `${said} beyond what the sensor can read (${failLow} to ${failHigh} ${unit})`;
  }
  const more = value > suspectHigh;
  if (variable === 'bar' && station !== undefined && limits === stationLimits('bar', station)) {
    const span = `(${Math.round(suspectLow)} to ${Math.round(suspectHigh)} hPa)`;
    const side = more ? 'more' : 'less';
    if (station.pressureLevel === 'sea_level') {
      const guess = more ? '' : ': is it the pressure at the station?';
      return `${said} ${side} than was ever measured at sea level ${span}${guess}`;
    }
    if (station.pressureLevel === 'station' && station.elevation !== null) {
      const metres = Math.round(station.elevation).toLocaleString('en');
      const guess = more ? 'is it reduced to sea level?' : 'is the elevation right?';
      return `${said} ${side} than an elevation of ${metres} m allows ${span}: ${guess}`;
    }
  }
  return `${said} outside the climate's range (${suspectLow} to ${suspectHigh} ${unit})`;
}

/** Why a value fails of which it is not known any more which limit it is beyond. */
export function impossibleReason(variable: Variable, value: number): string {
  return `${value} ${VARIABLE_SPECIFICATIONS[variable].unit} is physically impossible`;
}
