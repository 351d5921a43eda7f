import { TEMPORAL_METHODS } from '../methods/registry.ts';
import type { ParameterSpecification } from '../methods/temporal-method.ts';
import { CHECKS } from './registry.ts';

/** A table of parameters. */
function table(parameters: readonly ParameterSpecification[]): string[] {
  if (parameters.length === 0) return [];
  return [
    '| parameter | default | from | to | unit | meaning |',
    '| --- | --- | --- | --- | --- | --- |',
    ...parameters.map((p) => `| \`${p.name}\` | ${p.default} | ${p.low} | ${p.high} | ${p.unit} | ${p.meaning} |`),
    '',
  ];
}

/** The page docs/methods.md: every temporal method and common check as it specifies itself, in Markdown. */
export function describeMethods(): string {
  const lines = [
    '# Temporal methods and common checks',
    '',
    'Generated from the specifications in the code by `npx tsx detectors/checks/describe-methods.ts > docs/methods.md`.',
    '',
    'A method judges one value of one variable against the earlier values in the window. Each variable has a smallest',
    'deviation that is judged, per station. The scale of a method is at least this deviation divided by the threshold.',
    'So no smaller deviation is flagged.',
    '',
    '## Temporal methods',
    '',
  ];
  for (const { specification } of TEMPORAL_METHODS.values()) {
    lines.push(
      `### ${specification.name}`,
      '',
      specification.summary,
      '',
      ...table(specification.parameters),
      `- Expects: ${specification.expectation === 'forecast' ? 'the next value' : 'the middle of the window; the check `step` runs beside it'}`,
      `- Minimum history, in valid values: ${specification.minimumHistory}`,
      `- Version: ${specification.version}`,
      '',
      'Guarantees:',
      '',
      ...specification.guarantees.map((guarantee) => `- ${guarantee}`),
      '',
      `When not to use it: ${specification.notFor}`,
      '',
      `Source: ${specification.source}`,
      '',
    );
  }
  lines.push('## Common checks', '', 'These checks run beside every method.', '');
  for (const check of CHECKS.values()) {
    lines.push(
      `### ${check.name}`,
      '',
      check.summary,
      '',
      ...table(check.parameters),
      `- Version: ${check.version}`,
      '',
      `Source: ${check.source}`,
      '',
    );
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

if (process.argv[1] === import.meta.filename) process.stdout.write(describeMethods());
