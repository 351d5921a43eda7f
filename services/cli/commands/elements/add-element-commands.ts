import type { CommandHost } from '../../frame/command-table.ts';
import type { FormatOptions } from '../../frame/output-format.ts';
import { inFormats } from '../../frame/output-format.ts';

/** Adds `halcyon element ...`: what stations report beyond the five variables. */
export function addElementCommands({ program, settled, does, io }: CommandHost): void {
  const element = settled(program.command('element')).description('elements that can be kept and judged');
  inFormats(settled(element.command('list')))
    .description('all elements: the five variables, those that come with Halcyon, and those of HALCYON_ELEMENTS')
    .action(
      does(async (options: FormatOptions) =>
        (await import('./element-list-command.ts')).elementListCommand(options, io),
      ),
    );
  settled(element.command('check'))
    .description('look whether files of elements can be used in HALCYON_ELEMENTS')
    .argument('<files...>')
    .action(
      does(async (files: string[]) => (await import('./element-check-command.ts')).elementCheckCommand(files, io)),
    );
}
