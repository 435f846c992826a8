import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A shop that had said nothing of returns was kept as one with 0 days, which now means that nothing
 * can be returned. Nobody can tell the two apart, so 0 becomes unsaid; whoever means it says it again.
 */
export const unsaidReturns: Migration = {
  async up(db: Kysely<unknown>) {
    const unsaid = sql`replace(json, '"returndays":0,', '"returndays":null,')`
    await sql`update shop set json = ${unsaid}`.execute(db)
  },
}
