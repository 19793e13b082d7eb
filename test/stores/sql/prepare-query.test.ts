import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { prepareInsert, prepareQuery } from '../../../src/stores/sql/prepare-query.ts';

interface Tables {
  readonly pair: { readonly name: string; readonly amount: number | null };
}

function openPairs(): Kysely<Tables> {
  const file = new Database(':memory:');
  file.exec('create table pair (name text primary key, amount integer)');
  const database = new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: { close: () => file.close(), prepare: (text) => file.prepare<unknown[]>(text) },
    }),
  });
  onTestFinished(() => database.destroy());
  return database;
}

it('a query that is built once runs with the values of each run, inside and outside a transaction', async () => {
  const database = openPairs();
  let built = 0;
  const add = prepareQuery((tables: Kysely<Tables>, values: Tables['pair']) => {
    built += 1;
    return tables
      .insertInto('pair')
      .values({ name: values.name, amount: values.amount })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((row) => ({
          amount: row('pair.amount', '+', row.ref('excluded.amount')),
        })),
      );
  });
  const above = prepareQuery((tables: Kysely<Tables>, values: { least: number; most: number }) =>
    tables
      .selectFrom('pair')
      .select('name')
      .where('amount', '>', values.least)
      .where('name', '!=', 'c')
      .limit(values.most),
  );
  await add(database, { name: 'a', amount: 1 });
  await database.transaction().execute(async (transaction) => {
    await add(transaction, { name: 'b', amount: 5 });
    await add(transaction, { name: 'a', amount: 7 });
    await add(transaction, { name: 'c', amount: null });
  });
  expect((await above(database, { least: 4, most: 9 })).rows).toEqual([
    { name: 'a' },
    { name: 'b' },
  ]);
  expect((await above(database, { least: 7, most: 9 })).rows).toEqual([{ name: 'a' }]);
  expect((await above(database, { least: 0, most: 1 })).rows).toHaveLength(1);
  expect(built).toBe(1);
});

it('an insert puts in every row with its own values, however many there are', async () => {
  const database = openPairs();
  let built = 0;
  const insert = prepareInsert((tables: Kysely<Tables>, rows: readonly Tables['pair'][]) => {
    built += 1;
    return tables.insertInto('pair').values(rows.map(({ name, amount }) => ({ name, amount })));
  });
  const rows = Array.from({ length: 1_103 }, (_, index) => ({
    name: `row ${String(index).padStart(4, '0')}`,
    amount: index % 7 === 0 ? null : index,
  }));
  await insert(database, []);
  expect(built).toBe(0);
  await insert(database, rows.slice(0, 2));
  await insert(database, rows.slice(2, 4));
  expect(built).toBe(1);
  await insert(database, rows.slice(4));
  const kept = await database.selectFrom('pair').selectAll().orderBy('name').execute();
  expect(kept).toEqual(rows);
});
