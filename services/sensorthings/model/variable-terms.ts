import type { DocumentedVariable, Element } from '../../../schemas/elements/element.ts';
import { byVariable, isDocumented, VARIABLE_SPECIFICATIONS, type Variable } from '../../../schemas/variables.ts';

/** What a variable is called in SensorThings: texts of its observed property, its unit and what measures it. */
export interface VariableTerms {
  readonly name: string;
  readonly description: string;
  /** Standard name of the CF conventions, as the NERC Vocabulary Server addresses it. */
  readonly definition: string;
  readonly unit: { readonly name: string; readonly symbol: string; readonly definition: string };
  readonly sensor: { readonly name: string; readonly description: string };
}

const CF = 'http://vocab.nerc.ac.uk/standard_name';
const QUDT = 'http://qudt.org/vocab/unit';

/** Those of the five; units are those of `VARIABLE_SPECIFICATIONS`, in the words of QUDT. */
const DOCUMENTED_TERMS: Readonly<Record<DocumentedVariable, VariableTerms>> = {
  temp_out: {
    name: 'Air temperature',
    description: 'Temperature of the air outdoors.',
    definition: `${CF}/air_temperature/`,
    unit: { name: 'degree Celsius', symbol: '°C', definition: `${QUDT}/DEG_C` },
    sensor: { name: 'Thermometer', description: 'Thermometer of a weather station; its make is not recorded.' },
  },
  out_hum: {
    name: 'Relative humidity',
    description: 'Relative humidity of the air outdoors.',
    definition: `${CF}/relative_humidity/`,
    unit: { name: 'percent', symbol: '%', definition: `${QUDT}/PERCENT` },
    sensor: { name: 'Hygrometer', description: 'Hygrometer of a weather station; its make is not recorded.' },
  },
  wind_speed: {
    name: 'Wind speed',
    description: 'Speed of the wind.',
    definition: `${CF}/wind_speed/`,
    unit: { name: 'kilometre per hour', symbol: 'km/h', definition: `${QUDT}/KiloM-PER-HR` },
    sensor: { name: 'Anemometer', description: 'Anemometer of a weather station; its make is not recorded.' },
  },
  bar: {
    name: 'Air pressure',
    description: 'Barometric pressure, at the station or reduced: pressure_level of the Thing says which.',
    definition: `${CF}/air_pressure/`,
    unit: { name: 'hectopascal', symbol: 'hPa', definition: `${QUDT}/HectoPA` },
    sensor: { name: 'Barometer', description: 'Barometer of a weather station; its make is not recorded.' },
  },
  rain: {
    name: 'Rainfall',
    description:
      'Rain in ten minutes: of those up to the observation, or the mean of the interval that the amount fell over.',
    definition: `${CF}/thickness_of_rainfall_amount/`,
    unit: { name: 'millimetre', symbol: 'mm', definition: `${QUDT}/MilliM` },
    sensor: { name: 'Rain gauge', description: 'Rain gauge of a weather station; its make is not recorded.' },
  },
};

/** The terms of each variable: of an element beyond the five those of its record. */
export const VARIABLE_TERMS: Readonly<Record<Variable, VariableTerms>> = byVariable((variable) =>
  isDocumented(variable) ? DOCUMENTED_TERMS[variable] : termsOf(VARIABLE_SPECIFICATIONS[variable]),
);

function termsOf({ title, standardName, unit }: Element): VariableTerms {
  const name = title.charAt(0).toUpperCase() + title.slice(1);
  const definition = `${CF}/${standardName}/`;
  return {
    name,
    description: `${name}.`,
    definition,
    unit: { name: unit, symbol: unit, definition },
    sensor: {
      name: `Sensor of ${title}`,
      description: `Sensor of ${title} of a weather station; its make is not recorded.`,
    },
  };
}

/** A text for every variable. */
export function textsOf(text: (terms: VariableTerms) => string): Record<Variable, string> {
  return byVariable((variable) => text(VARIABLE_TERMS[variable]));
}
