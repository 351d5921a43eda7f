import type { Configuration } from '../../../schemas/configuration.ts';
import { livingOwner } from '../../stores/owner-file.ts';

/**
 * Whether what answers at the address of these settings may be a system on them. On embedded stores there is one for a data
 * folder, which the folder names; of others only they know.
 */
export async function mayBeOurs({ clickhouseUrl, data }: Configuration): Promise<boolean> {
  return clickhouseUrl !== '' || (await livingOwner(data))?.role === 'system';
}
