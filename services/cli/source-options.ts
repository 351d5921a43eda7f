/** Options of every command that reads a collector's database: flags and description. */
export const SOURCE_TIMEZONE = [
  '--source-timezone <zone>',
  "zone of times in a collector's database that name none, such as Europe/Athens (default: UTC)",
] as const;
export const SOURCE_FORM = [
  '--source-form <form>',
  "units and kinds of a collector's database, such as kinds.rain=since_midnight&units.wind_speed=m/s",
] as const;
