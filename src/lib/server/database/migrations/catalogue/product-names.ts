import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Every product page checks whether another product has the same name. */
export const productNames: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex('product_by_name').on('product').column('name').execute()
  },
}
