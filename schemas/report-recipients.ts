import type { Setting } from './settings.ts';

/** Who is told of a network each month. */
export interface ReportRecipient {
  /** `*` for every network. */
  readonly network: string;
  readonly address: string;
}

/** A mail address, as far as one can be told from a slip of the pen. */
const ADDRESS = /^[^\s@,=<>]+@[^\s@,=<>]+\.[^\s@,=<>]+$/;

/** A comma-separated list of `NETWORK=ADDRESS`. */
export function reportRecipients(row: Pick<Setting<unknown>, 'name' | 'meaning'>): Setting<readonly ReportRecipient[]> {
  return {
    ...row,
    shown: 'none',
    expected: 'a comma-separated list of NETWORK=ADDRESS, such as north=ann@example.org, with * for every network',
    fallback: () => [],
    read: (given) => {
      const recipients = given.split(',').map((pair): ReportRecipient => {
        const at = pair.lastIndexOf('=');
        return { network: pair.slice(0, Math.max(0, at)).trim(), address: pair.slice(at + 1).trim() };
      });
      const sound = ({ network, address }: ReportRecipient) => network !== '' && ADDRESS.test(address);
      return recipients.every(sound) ? recipients : undefined;
    },
  };
}
