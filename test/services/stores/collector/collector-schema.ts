/** The tables of a collector; `time` is the type of the times. */
export function tablesOf(time: string, id: string): string {
  return `
CREATE TABLE stations (station_id TEXT PRIMARY KEY, station_name_en TEXT, station_name_gr TEXT, latitude DOUBLE PRECISION,
  longitude DOUBLE PRECISION, elevation DOUBLE PRECISION, first_seen ${time}, last_seen ${time});
CREATE TABLE observations (id ${id}, time ${time}, station_id TEXT, temp_out DOUBLE PRECISION, hi_temp DOUBLE PRECISION,
  low_temp DOUBLE PRECISION, out_hum DOUBLE PRECISION, bar DOUBLE PRECISION, rain DOUBLE PRECISION,
  wind_speed DOUBLE PRECISION, wind_dir DOUBLE PRECISION, wind_dir_str TEXT, hi_speed DOUBLE PRECISION,
  hi_dir DOUBLE PRECISION, hi_dir_str TEXT, collected_at ${time}, UNIQUE (time, station_id));`;
}

export const TWO_STATIONS = `
INSERT INTO stations VALUES ('a', 'Parnitha', 'Πάρνηθα', 38.17, 23.72, 1413, NULL, NULL),
  ('b', NULL, 'Υμηττός', 37.95, 23.81, NULL, NULL, NULL);`;

/** A row of observations with a temperature, and what else is said. */
export function row(
  time: string,
  station: string,
  temperature: number | string,
  more: Record<string, string> = {},
): string {
  const names = ['time', 'station_id', 'temp_out', ...Object.keys(more)];
  const values = [`'${time}'`, `'${station}'`, String(temperature), ...Object.values(more)];
  return `INSERT INTO observations (${names.join(', ')}) VALUES (${values.join(', ')});`;
}

/** SQL of calm weather at two stations with one failure an hour before the end, ten minutes apart from `start` on. */
export function calmWeather(start: number, slots: number, zoneMs = 0): string {
  const rows: string[] = [];
  for (let slot = 0; slot < slots; slot += 1) {
    const time = new Date(start + slot * 600_000 + zoneMs).toISOString().slice(0, 19).replace('T', ' ');
    for (const station of ['a', 'b']) {
      const broken = station === 'a' && slot === slots - 6 ? 25 : 0;
      const degrees = 15 + 4 * Math.sin(slot / 23) + 0.3 * Math.sin(slot * 1.7 + station.charCodeAt(0)) + broken;
      rows.push(`('${time}', '${station}', ${degrees.toFixed(1)})`);
    }
  }
  return `INSERT INTO observations (time, station_id, temp_out) VALUES ${rows.join(',\n')};`;
}
