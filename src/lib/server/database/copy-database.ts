import { type ColumnMetadata, sql } from 'kysely'
import type { Result } from '#lib/result.ts'
import { inTransaction, isPostgres, openDatabase } from './database.ts'
import { raiseTimeouts } from './timeouts.ts'
import { migrate } from './migrations.ts'
import type { Db, Trx } from './schema.ts'

/** An open database and its address. */
export type OpenDatabase = { db: Db; url: string }
type Reader = { trx: Trx; isPostgres: boolean }
/** `own`: the columns that refer to other rows of the same table. */
type Table = { name: string; columns: ColumnMetadata[]; own: string[] }

/** Tables that are not copied, as each server publishes anew. */
const DERIVED = ['page', 'site']
/** Also written in the `fetch` of `readRows`. */
const BATCH = 500
/** Both databases accept some tens of thousands of values per statement. */
const MAX_VALUES = 30_000

/**
 * Copies all rows of a shop's database into another, empty one, in one transaction of each, and compares
 * counts and sums of both. Writers of an SQLite source wait meanwhile; of PostgreSQL a snapshot is copied.
 * Both must be migrated.
 * @returns the number of rows; `notEmpty` if the target has rows, `differs` if the copies differ
 */
export async function copyDatabase(
  from: OpenDatabase,
  to: OpenDatabase,
  onRows: (rows: number) => void = () => {},
): Promise<Result<number, 'notEmpty' | 'differs'>> {
  const { tables, seeded } = await describeTables(to.db)
  return inTransaction(to.db, async (target): Promise<Result<number, 'notEmpty' | 'differs'>> => {
    await raiseTimeouts(target)
    for (const { name } of tables) {
      if (seeded.has(name)) await sql`delete from ${sql.table(name)}`.execute(target)
      else if ((await countRows(target, name)) > 0) return { ok: false, error: 'notEmpty' }
    }
    return whileStill(from, async (source) => {
      let rows = 0
      for (const table of tables) {
        for await (const batch of readRows(source, table)) {
          await insertRows(target, table, batch, isPostgres(to.url))
          onRows((rows += batch.length))
        }
        // Rows may refer to each other, so that none of them could be inserted first with its references.
        for await (const batch of table.own.length > 0 ? readRows(source, table) : []) {
          await linkRows(target, table, batch)
        }
        const [before, after] = [await sums(source.trx, table), await sums(target, table)]
        if (!isSame(before, after)) return { ok: false, error: 'differs' }
      }
      return { ok: true, value: rows }
    })
  })
}

/**
 * Whether two databases have the same content, by counts and sums. Both must be migrated and not in use.
 * @param changed tables to ignore, as they may have been changed after the copy
 */
export async function isCopyOf(
  from: OpenDatabase,
  to: OpenDatabase,
  changed: readonly string[],
): Promise<boolean> {
  const { tables } = await describeTables(to.db)
  for (const table of tables) {
    if (changed.includes(table.name)) continue
    if (!isSame(await sums(from.db, table), await sums(to.db, table))) return false
  }
  return true
}

/** Reads the source at one moment: PostgreSQL by a snapshot, SQLite by holding the write lock. */
function whileStill<Value>(
  { db, url }: OpenDatabase,
  work: (reader: Reader) => Promise<Value>,
): Promise<Value> {
  if (!isPostgres(url)) {
    return db.transaction().execute((trx) => work({ trx, isPostgres: false }))
  }
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (trx) => {
    await raiseTimeouts(trx)
    return work({ trx, isPostgres: true })
  })
}

/** The tables, ordered so that referenced ones come first, and those in which a fresh database has rows. */
async function describeTables(db: Db) {
  const fresh = openDatabase(':memory:')
  try {
    await migrate(fresh)
    const all = (await db.introspection.getTables()).filter(({ name }) => !DERIVED.includes(name))
    const references = new Map<string, Reference[]>()
    const seeded = new Set<string>()
    for (const { name } of all) {
      references.set(name, await referencesOf(fresh, name))
      if ((await countRows(fresh, name)) > 0) seeded.add(name)
    }
    const tables = inOrder(references).map((name): Table => {
      const { columns = [] } = all.find((table) => table.name === name) ?? {}
      const own = references.get(name)?.filter(({ table }) => table === name) ?? []
      return { name, columns, own: own.map(({ from }) => from) }
    })
    return { tables, seeded }
  } finally {
    await fresh.destroy()
  }
}

type Reference = { table: string; from: string }

async function referencesOf(sqlite: Db, name: string): Promise<Reference[]> {
  const query = sql<Reference>`select "table", "from" from pragma_foreign_key_list(${name})`
  return (await query.execute(sqlite)).rows
}

function inOrder(references: Map<string, Reference[]>): string[] {
  const order = new Set<string>()
  const add = (name: string) => {
    if (order.has(name)) return
    for (const { table } of references.get(name) ?? []) if (table !== name) add(table)
    if (references.has(name)) order.add(name)
  }
  for (const name of references.keys()) add(name)
  return [...order]
}

async function countRows(db: Db, name: string): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`
  return Number((await query.execute(db)).rows[0]?.count)
}

type Row = Record<string, unknown>

/** Yields the rows of a table in batches; of SQLite, each from where the last one ended. */
async function* readRows({ trx, isPostgres }: Reader, table: Table): AsyncGenerator<Row[]> {
  const from = sql.table(table.name)
  if (isPostgres) await sql`declare copied no scroll cursor for select * from ${from}`.execute(trx)
  let last: unknown = Number.MIN_SAFE_INTEGER
  for (;;) {
    const next = isPostgres
      ? sql<Row>`fetch 500 from copied`
      : sql<Row>`select *, rowid as reached from ${from} where rowid > ${last}
          order by rowid limit ${BATCH}`
    const { rows } = await next.execute(trx)
    if (rows.length > 0) yield rows
    last = rows.at(-1)?.['reached']
    if (rows.length < BATCH) break
  }
  if (isPostgres) await sql`close copied`.execute(trx)
}

async function insertRows(
  target: Trx,
  { name, columns, own }: Table,
  rows: Row[],
  isPostgres: boolean,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  const most = Math.floor(MAX_VALUES / columns.length)
  for (let at = 0; at < rows.length; at += most) {
    const values = rows.slice(at, at + most).map((row) => {
      const list = columns.map((column) =>
        own.includes(column.name) ? null : toTarget(row[column.name], column, isPostgres),
      )
      return sql`(${sql.join(list)})`
    })
    await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(target)
  }
}

async function linkRows(target: Trx, { name, own }: Table, rows: Row[]): Promise<void> {
  for (const row of rows) {
    const named = own.filter((column) => row[column] !== null)
    if (named.length === 0) continue
    const set = sql.join(named.map((column) => sql`${sql.ref(column)} = ${row[column]}`))
    await sql`update ${sql.table(name)} set ${set} where id = ${row['id']}`.execute(target)
  }
}

/** Converts a value: SQLite stores booleans as 0 and 1 and times as text; PostgreSQL has types for both. */
function toTarget(value: unknown, { dataType }: ColumnMetadata, isPostgres: boolean): unknown {
  if (value === null || value === undefined) return null
  if (!isPostgres) return value instanceof Date ? value.toISOString() : value
  if (dataType === 'bool') return Boolean(value)
  if (dataType === 'timestamptz' && !(value instanceof Date)) return new Date(String(value))
  return value
}

const NUMBERS = /^(int|bigint|integer|real|float|numeric|double)/
const WORDS = /^text/

/** The number of rows, the sum of each numeric column, and the total length of each text column. */
async function sums(db: Db, { name, columns }: Table): Promise<number[]> {
  const parts = columns.flatMap(({ name: column, dataType }) => {
    if (NUMBERS.test(dataType)) return [sql`sum(${sql.ref(column)})`]
    return WORDS.test(dataType) ? [sql`sum(length(${sql.ref(column)}))`] : []
  })
  const named = parts.map((part, at) => sql`${part} as ${sql.ref(`s${at}`)}`)
  const list = sql.join([sql`count(*) as n`, ...named])
  const { rows } = await sql<Row>`select ${list} from ${sql.table(name)}`.execute(db)
  return Object.values(rows[0] ?? {}).map(Number)
}

/** Compares with a tolerance: sums of fractions depend on the order of the rows. */
function isSame(before: number[], after: number[]): boolean {
  return (
    before.length === after.length &&
    before.every(
      (sum, at) => Math.abs(sum - (after[at] ?? NaN)) <= 1e-6 * Math.max(1, Math.abs(sum)),
    )
  )
}
