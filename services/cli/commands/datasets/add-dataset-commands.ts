import type { CommandHost } from '../../frame/command-table.ts';
import { inFormats } from '../../frame/output-format.ts';
import type { ServiceOptions } from './dataset-service.ts';
import type { ListOptions } from './list-command.ts';
import type { QueryOptions } from './query-command.ts';
import type { GraphOptions, RegisterOptions } from './register-command.ts';
import type { ShowOptions } from './show-command.ts';
import type { UploadOptions } from './upload-command.ts';

const ON_QUERIES = `
The first ID/FILE is {{arg1}} in the statement, the second {{arg2}}; ID alone is enough where the dataset has one file.
Of a network, ID/observations or ID/anomalies is all that is stored, ID/observations?from=TIME&to=TIME a stretch.

  halcyon dataset query 'SELECT count(*) FROM {{arg1}}' 5d1c9f6e-2f0b-4a54-9d0e-0c8a6b1f7e21/rides.csv`;

/** Adds `halcyon dataset ...`: the dataset API of a running system for people. */
export function addDatasetCommands({ program, settled, does, io }: CommandHost): void {
  const dataset = settled(program.command('dataset')).description(
    'datasets of a running system, and queries over them',
  );
  const records = (usage: string, description: string) =>
    inFormats(
      settled(dataset.command(usage))
        .description(description)
        .option('--url <url>', 'services of the system (default: the system that runs on HALCYON_DATA)'),
    );
  const command = (usage: string, description: string) =>
    settled(dataset.command(usage))
      .description(description)
      .option('--url <url>', 'services of the system (default: the system that runs on HALCYON_DATA)')
      .option('--json', 'print the answer of the service as it is', false);
  command('upload <file...>', 'upload files of a dataset, before it is registered or after')
    .option('--dataset <id>', 'id of the dataset (default: a new one)')
    .action(
      does(async (files: string[], options: UploadOptions) =>
        (await import('./upload-command.ts')).uploadCommand(files, options, io),
      ),
    );
  command('register [id]', 'register a dataset whose files have been uploaded')
    .option('--name <name>', 'name of the dataset')
    .option('--description <text>', 'what it is')
    .option('--license <text>', 'under which license it may be used')
    .option('--keyword <word>', 'a keyword; may be repeated', gathered, [])
    .option('--file <name>', 'name of a file that it has; may be repeated', gathered, [])
    .option('--graph <file>', 'send this property graph instead; - reads standard input')
    .action(
      does(async (id: string | undefined, options: RegisterOptions) =>
        (await import('./register-command.ts')).registerCommand(id, options, io),
      ),
    );
  command('load [id]', 'move the files of a registered dataset to permanent storage')
    .option('--graph <file>', 'send this property graph instead; - reads standard input')
    .action(
      does(async (id: string | undefined, options: GraphOptions) =>
        (await import('./register-command.ts')).loadCommand(id, options, io),
      ),
    );
  records('list', 'datasets that are not deleted')
    .option('--state <state>', 'those in this state: Staged, Loaded, Ready or Deleted')
    .option('--type <type>', 'those of this type, such as CSV; may be repeated', gathered, [])
    .option('--limit <number>', 'at most so many')
    .action(does(async (options: ListOptions) => (await import('./list-command.ts')).listCommand(options, io)));
  records('show <id>', 'a dataset with its files, its states and how a query made it').action(
    does(async (id: string, options: ShowOptions) => (await import('./show-command.ts')).showCommand(id, options, io)),
  );
  command('delete <id>', 'mark a dataset as deleted: it leaves the lists and queries, its files stay').action(
    does(async (id: string, options: ServiceOptions) =>
      (await import('./register-command.ts')).deleteCommand(id, options, io),
    ),
  );
  command('purge <id>', 'remove the files of a deleted dataset for good; its record stays').action(
    does(async (id: string, options: ServiceOptions) =>
      (await import('./purge-command.ts')).purgeCommand(id, options, io),
    ),
  );
  command('query [statement] [id/file...]', 'run a SELECT over files of datasets; the result is a dataset of its own')
    .option('--name <name>', 'name of the dataset that is made')
    .option('--output <file>', 'write the rows there instead of to standard output')
    .option('--graph <file>', 'send this pattern instead; - reads standard input')
    .addHelpText('after', ON_QUERIES)
    .action(
      does(async (statement: string | undefined, files: string[], options: QueryOptions) =>
        (await import('./query-command.ts')).queryCommand(statement, files, options, io),
      ),
    );
}

function gathered(value: string, before: string[]): string[] {
  return [...before, value];
}
