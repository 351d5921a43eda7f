// Prints the packaged elements as the table of docs/elements.md: npx tsx schemas/elements/describe-elements.ts
import { PACKAGED_ELEMENTS } from './packaged-elements.ts';

/** The table of the elements that come with Halcyon, as Markdown. */
export function describeElements(): string {
  const rows = PACKAGED_ELEMENTS.map((it) => [
    `\`${it.name}\``,
    `\`${it.standardName}\``,
    it.unit,
    it.kind,
    it.relation,
    `${it.low} to ${it.high}`,
    `${it.climate.low} to ${it.climate.high}`,
    String(it.floor),
    it.aliases
      .filter((alias) => alias !== it.standardName)
      .map((alias) => `\`${alias}\``)
      .join(', '),
  ]);
  const header = [
    'element',
    'CF standard name',
    'unit',
    'kind',
    'between stations',
    'limits',
    'climate',
    'smallest deviation',
    'also',
  ];
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (import.meta.filename === process.argv[1]) console.log(describeElements());
