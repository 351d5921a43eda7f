/** Spellings of units in files (UDUNITS, as KNMI and others write them), by the name that Halcyon has for the unit. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  degC: [
    'degrees celsius',
    'degree celsius',
    'degree_celsius',
    'degrees_celsius',
    'celsius',
    'degreec',
    'degc',
    '°c',
    'c',
  ],
  degF: ['degree_fahrenheit', 'fahrenheit', 'degf'],
  K: ['k', 'kelvin', 'degk'],
  'm/s': ['m s-1', 'm.s-1', 'm s**-1', 'm/s', 'meter/second', 'ms-1'],
  'km/h': ['km h-1', 'km/h', 'km/hour'],
  kn: ['knot', 'knots', 'kt', 'kts', 'kn'],
  hPa: ['hpa', 'hectopascal'],
  mbar: ['mbar', 'millibar', 'mb'],
  Pa: ['pa', 'pascal'],
  kPa: ['kpa'],
  '%': ['%', 'percent'],
  mm: ['mm', 'kg m-2', 'kg/m2', 'millimeter'],
  degree: ['degree', 'degrees', 'deg', '°'],
  'W/m2': ['w m-2', 'w/m2', 'w m**-2', 'w.m-2'],
  'J/cm2': ['j cm-2', 'j/cm2'],
  'mm/h': ['mm h-1', 'mm/h', 'mm hr-1', 'kg m-2 h-1'],
  s: ['s', 'sec', 'second', 'seconds'],
  min: ['min', 'minute', 'minutes'],
  octa: ['octa', 'okta', 'oktas', 'octas', '1/8'],
  ft: ['ft', 'foot', 'feet'],
};
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([name, spellings]) => spellings.map((spelling) => [spelling, name] as const)),
);

/** Halcyon's name for a unit as a file has it; as it stands where it is none that is known. */
export function unitNamed(text: string): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  return NAMES.get(plain.toLowerCase()) ?? plain;
}
