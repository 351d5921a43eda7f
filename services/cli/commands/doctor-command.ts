import { z } from 'zod';
import { printable } from '../../../schemas/printable.ts';
import { examine } from '../../doctor/examine.ts';
import { type Finding, GRAVITIES, type Gravity } from '../../doctor/installation/finding.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { type FormatOptions, formatOf } from '../frame/output-format.ts';
import { printRecords } from '../terminal/print-records.ts';

const findingShape = z.object({ gravity: z.enum(GRAVITIES), what: z.string(), detail: z.string(), remedy: z.string() });

/**
 * `halcyon doctor`: looks at the installation that the settings describe and says what is wrong and what would be right.
 *
 * @returns 1 where something is wrong, 0 otherwise
 */
export async function doctorCommand(options: FormatOptions, io: CommandIo): Promise<number> {
  const format = formatOf(options);
  const findings = await examine(io.environment, io.now);
  const isWrong = findings.some(({ gravity }) => gravity === 'wrong');
  const document = { ok: !isWrong, findings };
  const columns = answerColumns<Finding>(findingShape);
  await printRecords(format, { document, rows: findings, columns, lines: () => linesOf(findings) }, io);
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
