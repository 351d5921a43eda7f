import type { Catalogue } from '../../services/stores/catalogue.ts';

/** Fills a catalogue with datasets that are ready, straight into its tables: what registers them is not measured here. */
export async function fillCatalogue(catalogue: Catalogue, datasets: number): Promise<void> {
  const id = "('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))";
  const properties = `'{"@type":"sc:Dataset","name":"dataset ' || n || '","description":"made for the bench","license":"Public Domain","keywords":["a","b"]}'`;
  const file = `'{"@id":"f' || n || '","labels":["cr:FileObject","CSV"],"properties":{"name":"a.csv","encodingFormat":"text/csv"}}'`;
  const body = `'{"nodes":[{"@id":"' || ${id} || '","labels":["sc:Dataset"],"properties":' || ${properties} || '},' || ${file} || '],"edges":[{"from":"' || ${id} || '","to":"f' || n || '","labels":["distribution"]}]}'`;
  await catalogue.query(
    `INSERT INTO graphs (kind, id, body, digest, search)
     SELECT 'dataset', ${id}, ${body}, n::text, '{}'::jsonb FROM generate_series(1, ${datasets}) n`,
  );
  await catalogue.query(
    `INSERT INTO datasets (id, state, types) SELECT ${id}, 'Ready', 'CSV' FROM generate_series(1, ${datasets}) n`,
  );
  await catalogue.query('ANALYZE');
}

/** Milliseconds of each of some requests for the first page. */
export async function firstPage(url: string, requests: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < requests + 20; at++) {
    const began = performance.now();
    const answer = await fetch(`${url}/dmm/api/v1/dataset?limit=100`);
    const { datasets } = (await answer.json()) as { datasets: unknown[] };
    if (datasets.length !== 100) throw new Error(`a page has ${datasets.length} datasets`);
    if (at >= 20) times.push(performance.now() - began);
  }
  return times;
}
