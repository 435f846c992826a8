import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#lib/server/database/database.ts'
import { openDraft } from '#lib/server/database/draft.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows, productLines } from '#tests/support/lists/editors-file.ts'

/** Writes to the database as a shopper would; this must succeed at once or not at all. */
async function sellOne({ db }: TestDatabase): Promise<boolean> {
  const started = performance.now()
  const sold = await inTransaction(db, async (trx) => {
    await trx.updateTable('product').set({ stock: 4 }).where('sku', '=', 'DAL-1').execute()
    return { ok: true, value: undefined }
  })
  return sold.ok && performance.now() - started < 4000
}

const priceOf = async ({ db }: Pick<TestDatabase, 'db'>) =>
  await db.selectFrom('product').select(['price_paise', 'stock']).executeTakeFirstOrThrow()

forEachDatabase((open) => {
  test('while a list is looked through, shoppers buy what it names (F34)', async () => {
    await using shop = await open()
    await importRows(shop, [{ sku: 'DAL-1', stock: '5' }])
    const file = join(shop.dataDir, 'list.csv')
    writeFileSync(file, productLines([{ sku: 'DAL-1', stock: '5', price: '99' }]))
    const seen: unknown[] = []
    const report = await importCatalogue(shop.db, file, {
      ...{ dataDir: shop.dataDir, dryRun: true },
      onApplied: async (trx) => {
        seen.push(await sellOne(shop), await priceOf({ db: trx }))
      },
    })
    expect(seen).toEqual([true, expect.objectContaining({ price_paise: 9900 })])
    expect(report).toMatchObject({ changed: 1, import: null })
    expect(await priceOf(shop)).toEqual({ price_paise: 12_000, stock: 4 })
    expect(await shop.db.selectFrom('import_row').selectAll().execute()).toEqual([])
  })

  test('an undo is looked at without a lock as well', async () => {
    await using shop = await open()
    await importRows(shop, [{ sku: 'DAL-1' }])
    await importRows(shop, [{ sku: 'DAL-1', price: '99' }])
    let isSold = false
    const undone = await undoImport(shop.db, {
      dryRun: true,
      onApplied: async () => void (isSold = await sellOne(shop)),
    })
    expect(undone).toMatchObject({ restored: expect.any(Number), import: null })
    expect(isSold).toBe(true)
    expect((await priceOf(shop)).price_paise).toBe(9900)
  })

  test('a draft can write nothing of the shop but its own copies', async () => {
    await using shop = await open()
    await importRows(shop, [{ sku: 'DAL-1' }])
    await using draft = await openDraft(shop.db)
    await draft.db.deleteFrom('product').execute()
    expect(await draft.db.selectFrom('product').select('id').execute()).toEqual([])
    const write = sql`insert into newsletter (email, created_at) values ('a@b.cd', 1)`
    await expect(write.execute(draft.db)).rejects.toThrow(/read-?\s?only/)
    expect(await shop.db.selectFrom('product').select('sku').execute()).toEqual([{ sku: 'DAL-1' }])
  })
})
