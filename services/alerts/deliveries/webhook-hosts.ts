import type { Configuration } from '../../../schemas/configuration.ts';
import { OutwardHosts } from '../../../schemas/outward-hosts.ts';
import { listensOnLoopback } from '../../http/listening/safe-listening.ts';

/** Which hosts webhooks may call beside those that are listed. */
export interface UnlistedWebhooks {
  /** Addresses of this machine. */
  readonly own: boolean;
  /** Addresses of private networks. */
  readonly near: boolean;
}

/**
 * What the settings leave to webhooks that are not listed. Where people log in, whoever may enter a rule is not whoever
 * runs the machine and its network: neither is open to them.
 */
export function unlistedWebhooks(configuration: Pick<Configuration, 'auth' | 'host' | 'publicUrl'>): UnlistedWebhooks {
  const near = configuration.auth === 'off';
  return { own: near && listensOnLoopback(configuration), near };
}

/** Which hosts webhooks may call. */
export class WebhookHosts extends OutwardHosts {
  /**
   * @param listed names or addresses, `*.` in front for all below a name, `*` for all public ones; none: every public
   *   host may be called
   */
  constructor(listed: readonly string[], unlisted: UnlistedWebhooks) {
    super(listed, { ...unlisted, list: 'HALCYON_WEBHOOK_HOSTS' });
  }
}
