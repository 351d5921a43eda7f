import { OutwardHosts } from '../../../schemas/outward-hosts.ts';

/** Which hosts webhooks may call. */
export class WebhookHosts extends OutwardHosts {
  /**
   * @param listed names or addresses, `*.` in front for all below a name; none: every host may be called
   * @param ownToo true: also addresses of this machine that are not listed
   */
  constructor(listed: readonly string[], ownToo: boolean) {
    super(listed, { own: ownToo, near: true, list: 'HALCYON_WEBHOOK_HOSTS' });
  }
}
