import { query } from '../operations/query.ts';
import { QUERY_EXAMPLE } from './graph-examples.ts';
import { graphRequest } from './graph-request.ts';

export const queryDatasets = graphRequest({
  name: 'query-datasets',
  method: 'POST',
  path: '/dmm/api/v1/polyglot/query',
  action: 'dataset.query',
  description:
    'Runs the `Query` of each `SQL_Operator` on DuckDB, one SELECT over the files that `Parameters.arg1`, `arg2`, ... name ' +
    'and `{{arg1}}`, `{{arg2}}`, ... stand for (CSV, TSV, JSON lines, Parquet). The result is `output.csv` of a new dataset ' +
    'in place of the node behind the edge `output`; the completed pattern is answered, and stored with the patterns.',
  code: 200,
  message: 'Query executed',
  errors: {
    400: 'The graph is no pattern to query datasets, or the statement is refused, fails or comes to a limit.',
    404: 'A dataset or a file is not known.',
    409: 'A dataset is neither loaded nor ready.',
  },
  timeLimit: 'storageMs',
  quotas: ['rows'],
  example: QUERY_EXAMPLE,
  does: (parts, request, caller, signal, charge) => {
    const { queries } = parts;
    const run: typeof queries.run = async (job) => {
      const result = await queries.run(job);
      charge('rows', result.rows);
      return result;
    };
    return query({ ...parts, queries: { check: (...given) => queries.check(...given), run } }, request, caller, signal);
  },
});
