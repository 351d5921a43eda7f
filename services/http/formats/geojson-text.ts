import { setImmediate } from 'node:timers/promises';
import { PIECE_ROWS } from './csv-text.ts';
import type { ListTable } from './list-table.ts';
import { type PlainCell, plainColumns } from './plain-columns.ts';

/**
 * A table as a GeoJSON feature collection (RFC 7946): a row is a feature, a point where its station is, null where that is
 * not known, with the cells as properties. `next_cursor` is a foreign member.
 */
export async function* geojsonText({ batches, next, positions }: ListTable): AsyncGenerator<string> {
  const positionOf = await positions();
  let before = '{"type":"FeatureCollection","features":[\n';
  for await (const batch of batches) {
    const columns = plainColumns(batch);
    const byName = new Map(columns.map((column) => [column.name, column]));
    for (let start = 0; start < batch.numRows; start += PIECE_ROWS) {
      let text = '';
      for (let row = start; row < Math.min(start + PIECE_ROWS, batch.numRows); row++) {
        const properties: Record<string, PlainCell> = {};
        for (const { name, at } of columns) properties[name] = at(row);
        const position = positionOf((name) => byName.get(name)?.at(row));
        const geometry = position === null ? null : { type: 'Point', coordinates: position };
        text += before + JSON.stringify({ type: 'Feature', geometry, properties });
        before = ',\n';
      }
      yield text;
      await setImmediate();
    }
  }
  const end = `\n],"next_cursor":${JSON.stringify(next)}}\n`;
  yield before.startsWith('{') ? `${before.trimEnd()}${end}` : end;
}
