import type { Variable } from '../../../schemas/variables.ts';
import type { RowExpression } from '../rows/row-expression.ts';
import type {
  FoundRows,
  GroupQuery,
  Relation,
  RowQuery,
  RowSearch,
  SearchedRows,
  ValueGroup,
  ValueRow,
} from '../rows/row-search.ts';
import { ExpressionSql, type FieldColumns, orderTerms, VARIABLE_LIST, VARIABLE_PLACE } from './expression-sql.ts';
import { STATION_CELLS, STATION_SELECT, type StationRow, stationOf } from './station-rows.ts';
import type { StoreClient } from './store-client.ts';
import { findValuesOfEach } from './value-groups.ts';
import { countValues, findValues } from './value-rows.ts';

const STATION_COLUMNS: FieldColumns = {
  network: 'network',
  station: 'id',
  name: 'name',
  latitude: 'latitude',
  longitude: 'longitude',
  elevation: 'elevation',
  pressureLevel: 'pressure_level',
  retired: 'retired',
  rainInterval: 'rain_interval',
  manufacturer: 'manufacturer',
  model: 'model',
  updated: 'updated',
};
const VARIABLE_COLUMN: FieldColumns = { variable: 'variable' };

/** How rows of a relation are read. */
interface Table<R> {
  readonly columns: FieldColumns;
  readonly select: string;
  readonly from: string;
  /** What tells its rows apart. */
  readonly key: string;
  rowOf(cells: readonly unknown[]): R;
}

type OfStations = Exclude<Relation, 'values'>;

const TABLES: { readonly [R in OfStations]: Table<SearchedRows[R]> } = {
  stations: {
    columns: STATION_COLUMNS,
    select: STATION_SELECT,
    from: 'stations FINAL',
    key: 'network, id',
    rowOf: (cells) => stationOf(cells as StationRow),
  },
  variablesOfStations: {
    columns: { ...STATION_COLUMNS, ...VARIABLE_COLUMN },
    select: `${STATION_SELECT}, variable`,
    from: `stations FINAL ARRAY JOIN ${VARIABLE_LIST} AS variable`,
    key: `network, id, ${VARIABLE_PLACE}`,
    rowOf: (cells) => ({ station: stationOf(cells as StationRow), variable: cells[STATION_CELLS] as Variable }),
  },
  variables: {
    columns: VARIABLE_COLUMN,
    select: 'variable',
    from: `(SELECT arrayJoin(${VARIABLE_LIST}) AS variable)`,
    key: VARIABLE_PLACE,
    rowOf: ([variable]) => ({ variable: variable as Variable }),
  },
};

/** The rows of the time series that something is true of, found by the engine: what it looks at never leaves it. */
export class RowSearcher implements RowSearch {
  readonly #client: StoreClient;

  constructor(client: StoreClient) {
    this.#client = client;
  }

  async find<R extends Relation>(relation: R, query: RowQuery): Promise<FoundRows<SearchedRows[R]>>;
  async find(relation: Relation, query: RowQuery): Promise<FoundRows<SearchedRows[Relation]>> {
    if (relation === 'values') return findValues(this.#client, query);
    const table: Table<SearchedRows[OfStations]> = TABLES[relation];
    const sql = new ExpressionSql(table.columns);
    const where = query.where === null ? '1' : sql.of(query.where);
    const order = [...orderTerms(sql, query.order), table.key].join(', ');
    const found = await this.#client.rows(
      `SELECT ${table.select} FROM ${table.from} WHERE ${where} ORDER BY ${order} LIMIT {count:UInt32} OFFSET {skip:UInt64}`,
      { ...sql.parameters, count: query.limit + 1, skip: query.skip },
    );
    const rows = found.slice(0, query.limit).map((cells) => table.rowOf(cells));
    return { rows, more: found.length > query.limit, next: null };
  }

  findOfEach(groups: readonly ValueGroup[], query: GroupQuery): Promise<FoundRows<ValueRow>[]> {
    return findValuesOfEach(this.#client, groups, query);
  }

  async count(relation: Relation, where: RowExpression | null): Promise<number> {
    if (relation === 'values') return countValues(this.#client, where);
    const table = TABLES[relation];
    const sql = new ExpressionSql(table.columns);
    const rows = await this.#client.rows<[number]>(
      `SELECT count() FROM ${table.from} WHERE ${where === null ? '1' : sql.of(where)}`,
      sql.parameters,
    );
    return rows[0][0];
  }
}
