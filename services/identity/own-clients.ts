import { createHmac } from 'node:crypto';
import { OWN_SERVICES, type OwnService } from '../access/own-services.ts';
import type { Statements } from '../stores/catalogue.ts';
import { addClient, type Client, setSecret } from './state/clients.ts';
import { secretDigest } from './state/secret-digest.ts';

/** The public client that people log in with from a terminal. */
const TERMINAL_CLIENT = 'halcyon-cli';

/** The public client that people log in with on the pages. */
export const WEB_CLIENT = 'halcyon-web';

/** Id of the client that a service of Halcyon is. */
function ownClientId(service: OwnService): string {
  return `halcyon-${service}`;
}

/** True for a client that every realm has from its beginning: Halcyon itself needs it as it is. */
export function isOwnClient(id: string): boolean {
  return [TERMINAL_CLIENT, WEB_CLIENT, ...OWN_SERVICES.map(ownClientId)].includes(id);
}

/**
 * Secret of the client that a service of Halcyon is: every process that has the key file knows it, and it is kept nowhere.
 *
 * @param fileKey 32 bytes
 */
function ownClientSecret(fileKey: Buffer, realm: string, service: OwnService): string {
  return createHmac('sha256', fileKey)
    .update(`client/${realm}/${ownClientId(service)}`)
    .digest('base64url');
}

/**
 * Makes the clients that a realm has from its beginning: one for each service of Halcyon, and those of the terminal and of the
 * pages. Those
 * that are there stay as they are but for their secrets, which follow the key file.
 */
export async function makeOwnClients(statements: Statements, realm: string, fileKey: Buffer): Promise<void> {
  const common = { realm, scopes: OWN_SERVICES, roles: [], disabled: false };
  for (const id of [TERMINAL_CLIENT, WEB_CLIENT]) {
    await addClient(statements, { ...common, id, secret: null, service: null });
  }
  for (const service of OWN_SERVICES) {
    const secret = secretDigest(ownClientSecret(fileKey, realm, service));
    const client: Client = { ...common, id: ownClientId(service), secret, service };
    if (!(await addClient(statements, client))) await setSecret(statements, realm, client.id, secret);
  }
}
