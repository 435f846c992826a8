import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Stores beside each undo what it took off a list's units, by product, so that a list can be undone in part
 * (turn-counts.ts). Until now only a whole undo took them off, and recorded no units.
 */
export const counts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      insert into import_stock (import_id, product_id, pack_label, stamp, units, missing)
      select undone_by, product_id, pack_label, stamp, -units, 0
      from import_stock inner join catalogue_import on catalogue_import.id = import_id
      where undone_by is not null and units <> 0
      on conflict (import_id, product_id, pack_label)
      do update set stamp = excluded.stamp, units = excluded.units`.execute(db)
    await sql`
      update import_stock set units = 0
      where import_id in (select id from catalogue_import where undone_by is not null)`.execute(db)
  },
}
