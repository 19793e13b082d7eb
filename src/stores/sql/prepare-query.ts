import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import { chunksOf } from '../../pipeline/chunks.ts';

/** Runs a query that was built before, with values of its own. */
export type PreparedQuery<Tables, Values, Row> = (
  database: Kysely<Tables>,
  values: Values,
) => Promise<QueryResult<Row>>;

/**
 * A query that is built and compiled once, when it first runs: to build one anew takes Kysely longer
 * than SQLite takes to run it (a third of the bookkeeping of a document, measured). It belongs to
 * databases of one dialect.
 * @param build is given places in lieu of values, to be put where values go and nowhere else.
 */
export function prepareQuery<Tables, Values extends object, Row>(
  build: (database: Kysely<Tables>, values: Values) => Compilable<Row>,
): PreparedQuery<Tables, Values, Row> {
  let compiled: CompiledQuery<Row> | null = null;
  return (database, values) => {
    compiled ??= build(database, placesOf<Values>(0)).compile();
    return database.executeQuery(filled(compiled, [values]));
  };
}

/** Rows an insert carries: nothing was gained above 1,000, and 500 keep the values well in bounds. */
const ROWS_MAX = 500;

/** An insert of more rows is built anew: it is not often of the same number. */
const ROWS_KEPT_MAX = 16;

/** Inserts rows, many at a time; none is no statement. */
export type PreparedInsert<Tables, Row> = (
  database: Kysely<Tables>,
  rows: readonly Row[],
) => Promise<void>;

/**
 * An insert that is built once for each number of rows up to some; see `prepareQuery`.
 * @param build names the columns of each row one by one: places have no keys.
 */
export function prepareInsert<Tables, Row extends object>(
  build: (database: Kysely<Tables>, rows: readonly Row[]) => Compilable<unknown>,
): PreparedInsert<Tables, Row> {
  const compiled = new Map<number, CompiledQuery<unknown>>();
  return async (database, rows) => {
    for (const chunk of chunksOf(rows, ROWS_MAX)) {
      const places = chunk.map((_row, position) => placesOf<Row>(position));
      const query = compiled.get(chunk.length) ?? build(database, places).compile();
      if (chunk.length <= ROWS_KEPT_MAX) compiled.set(chunk.length, query);
      await database.executeQuery(filled(query, chunk));
    }
  };
}

function filled<Row>(query: CompiledQuery<Row>, rows: readonly object[]): CompiledQuery<Row> {
  const parameters = query.parameters.map((value): unknown =>
    isPlace(value) ? Reflect.get(rows[value.row] ?? {}, value[PLACE]) : value,
  );
  return { ...query, parameters };
}

const PLACE = Symbol('place');

/** Stands among the parameters of a compiled query where the value of this name goes, of this row. */
interface Place {
  readonly [PLACE]: string;
  readonly row: number;
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && PLACE in value;
}

/** Every field is the place of its name. The type says otherwise, as Kysely only carries it along. */
function placesOf<Values>(row: number): Values {
  const places = new Proxy({}, { get: (_none, name): Place => ({ [PLACE]: String(name), row }) });
  return places as Values;
}
