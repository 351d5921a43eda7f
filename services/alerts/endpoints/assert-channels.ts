import { HalcyonError, type Problem } from '../../../schemas/errors.ts';
import type { RuleBody } from '../../../schemas/http/alerts/rule-body.ts';
import type { AlertDependencies } from '../alert-dependencies.ts';

/**
 * Refuses a rule by which nobody could be told.
 *
 * @throws HalcyonError `invalid_parameter` with a problem for each channel that goes nowhere
 */
export function assertChannels({ channels }: RuleBody, { hosts, sendsEmail }: AlertDependencies): void {
  const problems = channels.flatMap((channel, at): Problem[] => {
    const loc = ['body', 'channels', at];
    if (channel.type === 'webhook') {
      const msg = hosts.refusal(new URL(channel.url));
      return msg === null ? [] : [{ loc: [...loc, 'url'], msg, type: 'value_error' }];
    }
    if (channel.type !== 'email' || sendsEmail) return [];
    return [{ loc, msg: 'HALCYON_SMTP_URL should name a mail server first', type: 'value_error' }];
  });
  if (problems.length === 0) return;
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}
