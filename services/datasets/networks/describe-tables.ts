import { described } from './column.ts';
import { NETWORK_TABLES } from './network-tables.ts';

/** The tables of a network as the documentation has them, in Markdown. */
export function describeTables(): string {
  const sections = Object.values(NETWORK_TABLES).map(({ name, description, columns, key }) => {
    const rows = columns.map((column) => `| \`${column.name}\` | ${column.type} | ${cell(described(column))} |`);
    const told = `${description}. Rows are told apart by ${key.map((column) => `\`${column}\``).join(' and ')}.`;
    return [`### \`${name}\``, '', told, '', '| column | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}

/** A bar would end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
