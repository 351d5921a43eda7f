import { openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';
import { keepChoices } from '../preferences/kept-choices.ts';
import { isLanguage, LANGUAGES } from '../preferences/languages.ts';
import { preferences, UNIT_SYSTEMS } from '../preferences/preferences.ts';

/** Asks in which language, units and time zone the pages are to show everything, and loads them anew so. */
export function openDisplay(): void {
  const { language, units, zone } = preferences();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])];
  openForm({
    title: message('display.title'),
    text: message('display.kept'),
    fields: [
      {
        name: 'language',
        label: message('display.language'),
        kind: 'choice',
        options: [['', message('display.by_browser')], ...Object.entries(LANGUAGES)],
        value: language ?? '',
      },
      {
        name: 'units',
        label: message('display.units'),
        kind: 'choice',
        options: UNIT_SYSTEMS.map((system) => [system, message(`display.units_${system}`)]),
        value: units,
      },
      {
        name: 'zone',
        label: message('display.zone'),
        kind: 'choice',
        options: zones.map((name) => [name, name.replaceAll('_', ' ')]),
        value: zone,
      },
    ],
    does: message('display.show'),
    send: async (chosen) => {
      const named = chosen['language'];
      keepChoices({
        language: isLanguage(named) ? named : null,
        units: UNIT_SYSTEMS.find((system) => system === chosen['units']) ?? 'metric',
        zone: chosen['zone'] ?? zone,
      });
      window.location.reload();
    },
  });
}
