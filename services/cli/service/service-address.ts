import { type Configuration, SETTINGS } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { withoutPassword } from '../../../schemas/settings.ts';
import { ownUrl } from '../../http/listening/own-url.ts';
import { servesLocally, servicesSocket } from '../../local/services-socket.ts';

/** Where the services are that a command asks. */
export interface ServiceAddress {
  /** What paths are added to: `https://halcyon.example.org`. */
  readonly url: string;
  /** The Unix socket that is connected to instead of the URL's host; null where there is none. */
  readonly socket: string | null;
  /** Access token that is shown there; '' for none. */
  readonly token: string;
  /** What can be done where nothing answers, as a sentence's second half. */
  readonly remedy: string;
}

type Where = Pick<Configuration, 'data' | 'host' | 'port' | 'publicUrl' | 'tlsCert' | 'token'>;

/**
 * Finds the services: at the URL that was given; else on the socket of the system that runs on the data folder, which
 * needs no token, and is shown one that there is; else where the settings say that they listen.
 *
 * @throws HalcyonError `invalid_parameter` for what is no URL, `invalid_configuration` for what is no token
 */
export async function serviceAddress(given: string | undefined, configuration: Where): Promise<ServiceAddress> {
  const { data: dataFolder, token } = configuration;
  if (!/^[\x21-\x7e]*$/.test(token)) {
    throw new HalcyonError(
      'invalid_configuration',
      'HALCYON_TOKEN should be an access token, without blanks or line ends',
    );
  }
  if (given !== undefined) {
    const url = SETTINGS.publicUrl.read(given);
    if (url !== undefined) return { url, socket: null, token, remedy: 'see that --url names the running system' };
    const message = `--url is '${withoutPassword(given)}', should be ${SETTINGS.publicUrl.expected}`;
    throw new HalcyonError('invalid_parameter', message);
  }
  const socket = await servicesSocket(dataFolder);
  if (await servesLocally(socket)) {
    return { url: 'http://localhost', socket, token, remedy: 'see that the system still runs' };
  }
  const remedy = `no system runs on ${dataFolder} either; start one (halcyon run), or name one by --url`;
  return { url: configuration.publicUrl || ownUrl(configuration), socket: null, token, remedy };
}
