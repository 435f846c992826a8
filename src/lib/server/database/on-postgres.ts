import { PostgresAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** Whether the database is PostgreSQL. */
export const isOnPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter
