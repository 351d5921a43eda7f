import { z } from 'zod';
import { CONFIGURED_ELEMENTS } from '../../../../schemas/elements/configured-elements.ts';
import { DOCUMENTED_ELEMENTS } from '../../../../schemas/elements/documented-elements.ts';
import { ELEMENT_KINDS, ELEMENT_RELATIONS, type Element } from '../../../../schemas/elements/element.ts';
import { PACKAGED_ELEMENTS } from '../../../../schemas/elements/packaged-elements.ts';
import { isVariable } from '../../../../schemas/variables.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { type Column, tableLines } from '../../terminal/table-lines.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Name' },
  { title: 'CF standard name', shrinks: 1 },
  { title: 'Unit' },
  { title: 'Kind' },
  { title: 'Between stations' },
  { title: 'Limits', align: 'right' },
  { title: 'Floor', align: 'right' },
  { title: 'Kept' },
];

const elementRowShape = z.object({
  name: z.string(),
  standard_name: z.string(),
  title: z.string(),
  units: z.string(),
  kind: z.enum(ELEMENT_KINDS),
  relation: z.enum(ELEMENT_RELATIONS),
  low: z.number(),
  high: z.number(),
  resolution: z.number(),
  floor: z.number(),
  kept: z.boolean(),
});
type ElementRow = z.output<typeof elementRowShape>;

/** `halcyon element list`: every element that is known, and whether this process keeps it. */
export async function elementListCommand(options: FormatOptions, io: CommandIo): Promise<number> {
  const format = formatOf(options);
  const own = CONFIGURED_ELEMENTS.elements.filter(
    ({ name }) => !PACKAGED_ELEMENTS.some((other) => other.name === name),
  );
  const rows = [...DOCUMENTED_ELEMENTS, ...PACKAGED_ELEMENTS, ...own].map(rowOf);
  const columns = answerColumns<ElementRow>(elementRowShape);
  const lines = (width: number) => tableLines(COLUMNS, rows.map(cellsOf), width);
  await printRecords(format, { document: { elements: rows }, rows, columns, lines }, io);
  return 0;
}

function rowOf({ name, standardName, title, unit, kind, relation, low, high, resolution, floor }: Element): ElementRow {
  const limits = { low, high, resolution, floor, kept: isVariable(name) };
  return { name, standard_name: standardName, title, units: unit, kind, relation, ...limits };
}

function cellsOf({
  name,
  standard_name,
  units,
  kind,
  relation,
  low,
  high,
  floor,
  kept,
}: ElementRow): readonly string[] {
  return [name, standard_name, units, kind, relation, `${low} to ${high}`, String(floor), kept ? 'yes' : 'no'];
}
