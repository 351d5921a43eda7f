import { isoOf, timeOfSlot } from '../../../schemas/time.ts';
import type { RawItem } from '../../raw-item.ts';
import type { DemoNetwork } from './demo-network.ts';

/** Turns what stations report into items as the push interface has them; each station's first one carries its position. */
export class DemoItems {
  readonly #network: DemoNetwork;
  readonly #introduced: Uint8Array;
  #slot = Number.NaN;
  #time = '';

  constructor(network: DemoNetwork) {
    this.#network = network;
    this.#introduced = new Uint8Array(network.size);
  }

  /** The item of a station and slot; null where its report does not come. */
  item(index: number, slot: number): RawItem | null {
    const values = this.#network.observe(index, slot);
    if (values === null) return null;
    if (slot !== this.#slot) {
      this.#slot = slot;
      this.#time = isoOf(timeOfSlot(slot));
    }
    const fields: Record<string, unknown> = { station_id: this.#network.id(index), time: this.#time, ...values };
    if (this.#introduced[index] === 0) {
      this.#introduced[index] = 1;
      const station = this.#network.station(index);
      fields['latitude'] = station.latitude;
      fields['longitude'] = station.longitude;
      fields['elevation'] = station.elevation;
      fields['station_name'] = station.name;
      fields['pressure_level'] = station.pressureLevel;
    }
    const body = Buffer.from(JSON.stringify(fields));
    return { fields, body, mediaType: 'application/json', context: '', place: '' };
  }
}
