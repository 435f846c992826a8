import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { unitPrice } from '#lib/catalogue/unit-price.ts'

/**
 * Roles instead of a flag for editors. The database defines which combinations exist and how each is spelled,
 * so that no program can invent another.
 */
export const roles: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    const isKnown = sql`roles in ('', 'staff', 'editor', 'editor|staff', 'owner')`
    await schema
      .alterTable('user')
      .addColumn('roles', 'text', (c) => c.notNull().defaultTo('').check(isKnown))
      .execute()
    await sql`update "user" set roles = 'editor' where is_editor`.execute(db)
    await schema.alterTable('user').dropColumn('is_editor').execute()
  },
}

type Priced = { id: string; price_paise: number; unit: string; pack: string | null }

/** The price per kilogram or litre, so that a list sorted by it is read no further than its page. */
export const unitPrices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('product').addColumn('unit_paise', 'bigint').execute()
    for (let after = '', isOver = false; !isOver;) {
      const { rows } = await sql<Priced>`select id, price_paise, unit,
        (select label from pack where product_id = product.id order by position limit 1) as pack
        from product where id > ${after} order by id limit 500`.execute(db)
      after = rows.at(-1)?.id ?? after
      isOver = rows.length === 0
      const priced = rows.flatMap(({ id, price_paise, unit, pack }) => {
        const price = unitPrice(price_paise, pack ?? unit)
        return price ? [sql`(${id}, ${price.paise})`] : []
      })
      if (priced.length === 0) continue
      await sql`with priced(id, paise) as (values ${sql.join(priced)})
        update product set unit_paise = cast(priced.paise as bigint)
        from priced where product.id = priced.id`.execute(db)
    }
  },
}

/** A subject is unique only within its issuer: another issuer may use the same one for somebody else. */
export const issuers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update account set account_id = 'https://accounts.google.com ' || account_id
      where provider_id = 'google'`.execute(db)
  },
}

/** Leases, so that servers that share a folder of lists know which of them works on what. */
export const deskLeases: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema.alterTable('desk_upload').addColumn('lease_owner', 'text').execute()
    await schema
      .alterTable('desk_upload')
      .addColumn('lease_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
