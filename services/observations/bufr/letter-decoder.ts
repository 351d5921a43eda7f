import type { BufrDecoder } from '../../../ingest/feeds/bufr/bufr-decoder.ts';
import { installedDecoder, missingDecoder } from '../../../ingest/feeds/bufr/installed-decoder.ts';
import type { Configuration } from '../../../schemas/configuration.ts';
import type { Logger } from '../../../schemas/logger.ts';

/**
 * Looks for the decoder of BUFR of the settings when it is first asked for. Where there is none, the next call looks again: it
 * may have been installed for just that.
 *
 * @returns what gives it, or says why there is none
 */
export function letterDecoder(
  { bufrDecoder: decoder, bufrPython: python }: Pick<Configuration, 'bufrDecoder' | 'bufrPython'>,
  logger: Logger,
): () => Promise<BufrDecoder | string> {
  let found: BufrDecoder | null = null;
  return async () => {
    found ??= await installedDecoder({ decoder, python }, logger);
    return found ?? missingDecoder({ decoder, python });
  };
}
