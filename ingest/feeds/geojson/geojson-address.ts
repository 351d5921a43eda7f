import { HalcyonError } from '../../../schemas/errors.ts';
import { noNetwork, readNetwork } from '../../validation/identifier.ts';
import { PLAIN_FORM, readSourceForm, type SourceForm } from '../../validation/source-form.ts';
import { SourceZone } from '../clock/source-zone.ts';
import { type GeojsonPlace, geojsonPlace } from './geojson-place.ts';

/** A GeoJSON feed as HALCYON_FEED names it: where it is, and what its observations do not say themselves. */
export interface GeojsonAddress {
  readonly place: GeojsonPlace;
  /** Named after the host or the file where the address names none. */
  readonly network: string;
  readonly form: SourceForm;
  /** Zone of times that name none; null: UTC. */
  readonly zone: SourceZone | null;
}

/**
 * Reads `<URL or file>#<form>`, such as `https://weather.example/latest#network=alps&units.wind_speed=m/s`. What follows
 * the `#` never goes to the server.
 *
 * @throws HalcyonError `invalid_configuration`
 */
export function geojsonAddress(text: string): GeojsonAddress {
  const at = text.indexOf('#');
  const place = geojsonPlace(at < 0 ? text : text.slice(0, at));
  if (at < 0) return { place, network: place.network, form: PLAIN_FORM, zone: null };
  const refuse = (why: string) =>
    new HalcyonError('invalid_configuration', `HALCYON_FEED: geojson:${place.title}#: ${why}`);
  const read = readSourceForm(text.slice(at + 1), ['network', 'zone']);
  if (typeof read === 'string') throw refuse(read);
  const network = read.rest['network'] === undefined ? place.network : readNetwork(read.rest['network']);
  if (network === undefined) throw refuse(noNetwork(read.rest['network']));
  return { place, network, form: read.form, zone: zoneOf(read.rest['zone'], refuse) };
}

function zoneOf(name: string | undefined, refuse: (why: string) => HalcyonError): SourceZone | null {
  if (name === undefined) return null;
  try {
    return SourceZone.of(name, 'zone');
  } catch (error) {
    throw error instanceof HalcyonError ? refuse(error.message) : error;
  }
}
