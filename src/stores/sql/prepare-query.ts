import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';

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
    compiled ??= build(database, placesFor<Values>()).compile();
    const parameters = compiled.parameters.map((value): unknown =>
      isPlace(value) ? Reflect.get(values, value[PLACE]) : value,
    );
    return database.executeQuery({ ...compiled, parameters });
  };
}

const PLACE = Symbol('place');

/** Stands among the parameters of a compiled query where the value of this name goes. */
interface Place {
  readonly [PLACE]: string;
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && PLACE in value;
}

/** Every field is the place of its name. The type says otherwise, as Kysely only carries it along. */
function placesFor<Values>(): Values {
  const places = new Proxy({}, { get: (_none, name): Place => ({ [PLACE]: String(name) }) });
  return places as Values;
}
