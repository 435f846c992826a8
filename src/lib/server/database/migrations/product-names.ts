import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Each page of a product asks whether another one has its name. */
export const productNames: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex('product_by_name').on('product').column('name').execute()
  },
}
