import type { Catalogue } from '../stores/catalogue.ts';
import type { Deliverer } from './deliveries/deliverer.ts';
import type { WebhookHosts } from './deliveries/webhook-hosts.ts';

/** What the endpoints of alerts rest on. */
export interface AlertDependencies {
  readonly catalogue: Catalogue;
  /** Which hosts webhooks may call. */
  readonly hosts: WebhookHosts;
  /** True where there is a mail server to send by. */
  readonly sendsEmail: boolean;
  /** Address of the pages that messages link to, without a slash at its end. */
  readonly publicUrl: () => string;
  /** History that the live stages judge against [ms]. */
  readonly windowMs: number;
  /** How long after its observation a verdict is settled [ms]. */
  readonly settlesAfterMs: number;
  readonly deliverer: Pick<Deliverer, 'wake' | 'tryOnce'>;
}
