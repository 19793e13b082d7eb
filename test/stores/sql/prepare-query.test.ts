import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { prepareQuery } from '../../../src/stores/sql/prepare-query.ts';

interface Tables {
  readonly pair: { readonly name: string; readonly amount: number | null };
}

it('a query that is built once runs with the values of each run, inside and outside a transaction', async () => {
  const file = new Database(':memory:');
  file.exec('create table pair (name text primary key, amount integer)');
  const database = new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: { close: () => file.close(), prepare: (text) => file.prepare<unknown[]>(text) },
    }),
  });
  onTestFinished(() => database.destroy());
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
