/** What a value of a surface report is chosen by, where a report has several of a quantity. */
export interface Choice {
  /** Standard height of the sensor above the ground, or depth below it, and the span that is taken for it [m]. */
  readonly level?: { readonly standard: number; readonly from: number; readonly to: number };
  /** Period that is standard, or the shortest there is, and the longest that is taken [minutes]. */
  readonly period?: { readonly standard: number | 'shortest'; readonly to: number };
}

/** A descriptor of table B that surface reports have, and what becomes of it. */
export interface SurfaceDescriptor {
  readonly code: string;
  /** Its name in table B (WMO-No. 306, volume I.2), as converters of WIS2 write it. */
  readonly name: string;
  /** Variable or element of Halcyon; null: kept under its name. */
  readonly element: string | null;
  /** Its unit as Halcyon writes it. */
  readonly unit: string;
  readonly choice: keyof typeof CHOICES;
  /** Period that its name says [minutes]. */
  readonly minutes?: number;
  /** Level that its name says [m]. */
  readonly level?: number;
  /** True where values a little below 0 are codes for a trace. */
  readonly hasTrace?: true;
  /** True for an energy over the period, of which the mean over the period is the element. */
  readonly isEnergy?: true;
}

/**
 * Which of several values of a quantity is the one of a station: WMO-No. 8, volume I (temperature and humidity 1.25 to 2 m
 * above the ground, wind 10 m and a mean over ten minutes, soil at 5, 10, 20, 50 and 100 cm), and the Manual on Codes for
 * periods, of which the shortest says most of the time of the report.
 */
export const CHOICES = {
  any: {},
  // Stations in snow have their screens higher than 2 m.
  air: { level: { standard: 2, from: 1, to: 5 } },
  wind: { level: { standard: 10, from: 1.5, to: 30 }, period: { standard: 10, to: 60 } },
  gust: { level: { standard: 10, from: 1.5, to: 30 }, period: { standard: 'shortest', to: 360 } },
  extreme: { level: { standard: 2, from: 1, to: 5 }, period: { standard: 'shortest', to: 1440 } },
  sum: { period: { standard: 'shortest', to: 60 } },
  soil: { level: { standard: 0.1, from: 0.05, to: 0.2 } },
} as const satisfies Readonly<Record<string, Choice>>;

const EXTREME = { unit: 'K', choice: 'extreme' } as const;
const AIR = { unit: 'K', choice: 'air' } as const;
const SUM = { unit: 'mm', choice: 'sum', hasTrace: true } as const;
const KEPT = { element: null, choice: 'any' } as const;
const [MAXIMUM, MINIMUM] = ['maximum_temperature', 'minimum_temperature'];

/** Descriptors of surface templates of today (3 07 080, 3 07 096, 3 01 150 with others) and of those before them. */
export const SURFACE_DESCRIPTORS: readonly SurfaceDescriptor[] = [
  { code: '012101', name: 'air_temperature', element: 'temp_out', ...AIR },
  { code: '012004', name: 'air_temperature_at_2m', element: 'temp_out', ...AIR, level: 2 },
  { code: '012001', name: 'air_temperature', element: 'temp_out', ...AIR },
  { code: '012103', name: 'dewpoint_temperature', element: 'dew_point', ...AIR },
  { code: '012006', name: 'dewpoint_temperature_at_2m', element: 'dew_point', ...AIR, level: 2 },
  { code: '012003', name: 'dewpoint_temperature', element: 'dew_point', ...AIR },
  { code: '013003', name: 'relative_humidity', element: 'out_hum', unit: '%', choice: 'air' },
  { code: '011002', name: 'wind_speed', element: 'wind_speed', unit: 'm/s', choice: 'wind' },
  { code: '011012', name: 'wind_speed_at_10m', element: 'wind_speed', unit: 'm/s', choice: 'wind', level: 10 },
  { code: '011001', name: 'wind_direction', element: 'wind_direction', unit: 'degree', choice: 'wind' },
  {
    code: '011011',
    name: 'wind_direction_at_10m',
    element: 'wind_direction',
    unit: 'degree',
    choice: 'wind',
    level: 10,
  },
  { code: '011041', name: 'maximum_wind_gust_speed', element: 'wind_gust', unit: 'm/s', choice: 'gust' },
  { code: '010004', name: 'non_coordinate_pressure', element: 'station_pressure', unit: 'Pa', choice: 'any' },
  { code: '010051', name: 'pressure_reduced_to_mean_sea_level', element: null, unit: 'Pa', choice: 'any' },
  { code: '013011', name: 'total_precipitation_or_total_water_equivalent', element: 'rain', ...SUM },
  { code: '013019', name: 'total_precipitation_past1_hour', element: 'rain', ...SUM, minutes: 60 },
  { code: '013020', name: 'total_precipitation_past3_hours', element: null, ...SUM, minutes: 180 },
  { code: '013021', name: 'total_precipitation_past6_hours', element: null, ...SUM, minutes: 360 },
  { code: '013022', name: 'total_precipitation_past12_hours', element: null, ...SUM, minutes: 720 },
  { code: '013023', name: 'total_precipitation_past24_hours', element: null, ...SUM, minutes: 1440 },
  { code: '012111', name: `${MAXIMUM}_at_height_and_over_period_specified`, element: 'temp_max', ...EXTREME },
  { code: '012011', name: `${MAXIMUM}_at_height_and_over_period_specified`, element: 'temp_max', ...EXTREME },
  { code: '012014', name: `${MAXIMUM}_at2m_past12_hours`, element: 'temp_max', ...EXTREME, minutes: 720, level: 2 },
  { code: '012016', name: `${MAXIMUM}_at2m_past24_hours`, element: 'temp_max', ...EXTREME, minutes: 1440, level: 2 },
  { code: '012112', name: `${MINIMUM}_at_height_and_over_period_specified`, element: 'temp_min', ...EXTREME },
  { code: '012012', name: `${MINIMUM}_at_height_and_over_period_specified`, element: 'temp_min', ...EXTREME },
  { code: '012015', name: `${MINIMUM}_at2m_past12_hours`, element: 'temp_min', ...EXTREME, minutes: 720, level: 2 },
  { code: '012017', name: `${MINIMUM}_at2m_past24_hours`, element: 'temp_min', ...EXTREME, minutes: 1440, level: 2 },
  {
    code: '014028',
    name: 'global_solar_radiation_integrated_over_period_specified',
    element: 'solar_radiation',
    unit: 'J/m2',
    choice: 'sum',
    isEnergy: true,
  },
  { code: '012130', name: 'soil_temperature', element: 'soil_temperature', unit: 'K', choice: 'soil' },
  { code: '012030', name: 'soil_temperature', element: 'soil_temperature', unit: 'K', choice: 'soil' },
  { code: '013013', name: 'total_snow_depth', element: 'snow_depth', unit: 'm', choice: 'any', hasTrace: true },
  { code: '020001', name: 'horizontal_visibility', element: 'visibility', unit: 'm', choice: 'any' },
  { code: '010061', name: '3_hour_pressure_change', unit: 'Pa', ...KEPT },
  { code: '011043', name: 'maximum_wind_gust_direction', element: null, unit: 'degree', choice: 'gust' },
  { code: '012113', name: 'ground_minimum_temperature_past12_hours', unit: 'K', ...KEPT },
  { code: '014031', name: 'total_sunshine', element: null, unit: 'min', choice: 'sum' },
  { code: '020003', name: 'present_weather', unit: 'code table', ...KEPT },
  { code: '020010', name: 'cloud_cover_total', unit: '%', ...KEPT },
  { code: '020062', name: 'state_of_the_ground', unit: 'code table', ...KEPT },
];
