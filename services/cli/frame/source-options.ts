/** Options of every command that reads a collector's database: flags and description. */
export const SOURCE_TIMEZONE = [
  '--source-timezone <zone>',
  "zone of times in a collector's database that name none, such as Europe/Athens (default: UTC)",
] as const;
export const SOURCE_FORM = [
  '--source-form <form>',
  "units, kinds and interval of rain of a collector's database, such as intervals.rain=5&units.wind_speed=m/s",
] as const;
