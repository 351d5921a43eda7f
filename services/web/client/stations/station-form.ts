import { RAIN_INTERVALS } from '../../../../schemas/rain-intervals.ts';
import { PRESSURE_LEVELS } from '../../../../schemas/station.ts';
import type { StationAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { type Field, openForm } from '../dom/form-dialog.ts';
import type { Values } from '../dom/form-values.ts';
import { message } from '../messages/message.ts';

/**
 * Asks what a station is, and registers it.
 *
 * @param station that is changed; null for a new one
 * @param onDone it is registered
 */
export function openStation(api: Api, network: string, station: StationAnswer | null, onDone: () => void): void {
  const number = (name: 'latitude' | 'longitude' | 'elevation', required: boolean): Field => ({
    name,
    label: message(`stations.${name}`),
    kind: 'number',
    required,
    value: String(station?.[name] ?? ''),
  });
  openForm({
    title: station === null ? message('stations.add') : message('stations.change_of', { name: station.station_name }),
    fields: [
      ...(station === null
        ? [{ name: 'station_id', label: message('stations.id'), kind: 'text', required: true } as const]
        : []),
      { name: 'station_name', label: message('stations.name'), kind: 'text', value: station?.station_name ?? '' },
      number('latitude', true),
      number('longitude', true),
      number('elevation', false),
      {
        name: 'pressure_level',
        label: message('stations.pressure_level'),
        kind: 'choice',
        options: PRESSURE_LEVELS.map((level) => [level, message(`stations.level_${level}`)]),
        value: station?.pressure_level ?? 'station',
      },
      {
        name: 'rain_interval',
        label: message('stations.rain_interval'),
        kind: 'choice',
        options: [
          ['', message('stations.not_declared')],
          ...RAIN_INTERVALS.map((n): [string, string] => [String(n), message('stations.minutes', { n })]),
        ],
        value: String(station?.rain_interval ?? ''),
      },
      {
        name: 'manufacturer',
        label: message('stations.manufacturer'),
        kind: 'text',
        value: station?.manufacturer ?? '',
      },
      { name: 'model', label: message('stations.model'), kind: 'text', value: station?.model ?? '' },
    ],
    does: message('form.save'),
    send: async (values) => {
      const id = station?.station_id ?? values['station_id'] ?? '';
      await putStation(api, network, id, { ...registrationOf(values), retired: station?.retired ?? false });
      onDone();
    },
  });
}

/** Asks whether a station is to be retired, or taken back into service. */
export function openRetirement(api: Api, station: StationAnswer, onDone: () => void): void {
  const { network, station_id, station_name: name, retired } = station;
  openForm({
    title: message(retired ? 'stations.back_of' : 'stations.retire_of', { name }),
    ...(!retired && { text: message('stations.retire_text') }),
    fields: [],
    does: message(retired ? 'stations.back' : 'stations.retire'),
    send: async () => {
      const { updated: _updated, ...registration } = station;
      await putStation(api, network, station_id, { ...registration, retired: !retired });
      onDone();
    },
  });
}

async function putStation(api: Api, network: string, id: string, body: object): Promise<void> {
  await api.send('PUT', `/api/v1/stations/${encodeURIComponent(id)}?${new URLSearchParams({ network })}`, body);
}

/** What was written; an empty field takes its default. */
function registrationOf(values: Values): object {
  const numbers = ['latitude', 'longitude', 'elevation', 'rain_interval']
    .map((name) => [name, values[name] ?? ''] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => [name, Number(text)]);
  return {
    station_name: values['station_name'],
    pressure_level: values['pressure_level'],
    manufacturer: values['manufacturer'],
    model: values['model'],
    ...Object.fromEntries(numbers),
  };
}
