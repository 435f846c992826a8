import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** The contents of a freshly migrated database: rows of tables as JSON, and values of sequences. */
export type Fresh = {
  tables: { name: string; rows: string | null }[]
  sequences: { name: string; value: string; isCalled: boolean }[]
  bytes: number
}

/** A database that has grown by more is replaced, since deleted rows stay in its files. */
const MAX_GROWN_BYTES = 24 * 1024 ** 2
const ALTERED = 'altered'
/** How long PostgreSQL may take to notice that a connection has ended. */
const NOTICE_MS = 300

/**
 * Reads the contents that `emptied` restores.
 * @param url address of a database nobody has written to
 */
export function readFresh(url: string): Promise<Fresh> {
  return connected(url, async (client) => {
    const tables: Fresh['tables'] = []
    for (const name of await names(client, 'r')) {
      const { rows } = await client.query<{ rows: string | null }>(
        `select json_agg(t)::text as rows from ${name} t`,
      )
      tables.push({ name, rows: rows[0]?.rows ?? null })
    }
    const sequences: Fresh['sequences'] = []
    for (const name of await names(client, 'S')) {
      const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
        `select last_value, is_called from ${name}`,
      )
      for (const row of rows)
        sequences.push({ name, value: row.last_value, isCalled: row.is_called })
    }
    return { tables, sequences, bytes: await size(client) }
  })
}

/** Makes a database and its copies note that a table was created, altered or dropped. */
export function markChangesOfTables(url: string): Promise<void> {
  return connected(url, async (client) => {
    await client.query(`
      create function note_altered() returns event_trigger language plpgsql as $$
      begin
        if tg_event = 'sql_drop' then
          if not exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
            return;
          end if;
        elsif not exists (
          select from pg_event_trigger_ddl_commands() where coalesce(schema_name, '') <> 'pg_temp'
        ) then
          return;
        end if;
        execute format('comment on database %I is ''${ALTERED}''', current_database());
      end $$;
      create event trigger note_made on ddl_command_end execute function note_altered();
      create event trigger note_dropped on sql_drop execute function note_altered();`)
  })
}

/**
 * Empties a database for the next test.
 * @returns false if it cannot be reused: its tables were altered, somebody is still connected, or
 *   it has grown
 */
export function emptied(url: string, fresh: Fresh): Promise<boolean> {
  return connected(url, async (client) => {
    if ((await isUsed(client)) || (await isAltered(client))) return false
    if ((await size(client)) > fresh.bytes + MAX_GROWN_BYTES) return false
    // Several commands in one string run as one transaction.
    await client.query(restoring(fresh))
    return true
  }).catch(() => false)
}

/** Whether somebody else is connected, and stays so. */
async function isUsed(client: pg.Client): Promise<boolean> {
  for (const until = performance.now() + NOTICE_MS; ; await pause(10)) {
    const { rowCount } = await client.query(`
      select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`)
    if (rowCount === 0) return false
    if (performance.now() > until) return true
  }
}

async function isAltered(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`
    select from pg_database d
     where datname = current_database()
       and (shobj_description(d.oid, 'pg_database') = '${ALTERED}'
         or exists (select from pg_db_role_setting where setdatabase = d.oid))`)
  return rowCount !== 0
}

/** Deletes all rows, bypassing constraints and triggers, and restores the initial ones. */
function restoring({ tables, sequences }: Fresh): string {
  const deletes = tables.map(({ name }) => `delete from ${name};`)
  const inserts = tables
    .filter(({ rows }) => rows !== null)
    .map(
      ({ name, rows }) =>
        `insert into ${name} overriding system value
           select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(rows ?? '')});`,
    )
  const sets = sequences.map(
    ({ name, value, isCalled }) =>
      `select setval(${pg.escapeLiteral(name)}, ${value}, ${String(isCalled)});`,
  )
  const asReplica = `set local session_replication_role = replica;`
  return ['begin;', asReplica, ...deletes, ...inserts, ...sets, 'commit;'].join('\n')
}

/** Names of tables (`r`) or sequences (`S`), quoted for use in SQL. */
async function names(client: pg.Client, kind: 'r' | 'S'): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = $1`,
    [kind],
  )
  return rows.map(({ name }) => name)
}

async function size(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_database_size(current_database()) as bytes`,
  )
  return Number(rows[0]?.bytes)
}

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
