import { printable } from '../../../schemas/printable.ts';
import { examine } from '../../doctor/examine.ts';
import type { Finding, Gravity } from '../../doctor/installation/finding.ts';
import type { CommandIo } from '../frame/command-frame.ts';

/**
 * `halcyon doctor`: looks at the installation that the settings describe and says what is wrong and what would be right.
 *
 * @returns 1 where something is wrong, 0 otherwise
 */
export async function doctorCommand({ json }: { readonly json: boolean }, io: CommandIo): Promise<number> {
  const findings = await examine(io.environment, io.now);
  const isWrong = findings.some(({ gravity }) => gravity === 'wrong');
  if (json) io.stdout.write(`${JSON.stringify({ ok: !isWrong, findings }, null, 2)}\n`);
  else for (const line of linesOf(findings)) io.stdout.write(`${line}\n`);
  return isWrong ? 1 : 0;
}

/** A line for each finding, and one that counts them. */
function linesOf(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(({ gravity, what, detail, remedy }) => {
    const words = remedy === '' ? detail : `${detail.replace(/\.$/, '')}; ${remedy}`;
    return `${gravity.padEnd('warning'.length)}  ${what.padEnd(width)}  ${printable(words)}`;
  });
  const count = (gravity: Gravity) => findings.filter((finding) => finding.gravity === gravity).length;
  return [...lines, `${count('wrong')} wrong, ${count('warning')} to look at, ${count('ok')} good`];
}
