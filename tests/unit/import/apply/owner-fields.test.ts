import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KeptRoles } from '#lib/account/roles.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { productLines } from '#tests/support/lists/editors-file.ts'
import { insertUser } from '#tests/support/user-row.ts'

/** Imports a folder with this shop.json, as an editor, or without one by the command line. */
async function bring(shop: TestDatabase, said: object, editor = '') {
  const folder = join(shop.dataDir, 'folder')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'products.csv'), productLines([{ sku: 'DAL-1' }]))
  writeFileSync(join(folder, 'shop.json'), JSON.stringify(said))
  const report = await importCatalogue(shop.db, folder, { dataDir: shop.dataDir, editor })
  if (!report || report.isRefused) throw new Error(JSON.stringify(report?.errors))
  return report
}

async function shopNow({ db }: TestDatabase) {
  const { json } = await db.selectFrom('shop').select('json').executeTakeFirstOrThrow()
  return JSON.parse(json)
}

async function addRole(shop: TestDatabase, email: string, roles: KeptRoles) {
  await insertUser(shop, email)
  await shop.db.updateTable('user').set({ roles }).where('email', '=', email).execute()
}

const OURS = {
  ...{ name: 'Sharma Stores', email: 'shop@example.com', legalname: 'Sharma LLP' },
  ...{
    gstin: '27AAPFU0939F1ZV',
    fssai: '11521012000123',
    composition: false,
    grievance: 'Asha Rao, Manager, +91 98220 12345',
  },
}
const THEIRS = {
  ...{ name: 'Sharma & Sons', email: 'thief@example.com', legalname: 'Thief LLP' },
  ...{ gstin: '29AAGCB7383J1Z4', fssai: '11521012000999', composition: true, grievance: 'Nobody' },
}

forEachDatabase((open) => {
  test('an editor’s list changes the shop’s name, and neither its mailbox, its GSTIN nor who sells', async () => {
    await using shop = await open()
    await bring(shop, OURS)
    await addRole(shop, 'editor@example.com', 'editor')
    const { warnings } = await bring(shop, THEIRS, 'editor@example.com')
    expect(warnings).toEqual([
      expect.stringContaining('legalname, email, gstin, fssai, grievance, composition'),
    ])
    expect(await shopNow(shop)).toMatchObject({ ...OURS, name: THEIRS.name })
  })

  test('an owner’s list changes them, and no editor takes that back', async () => {
    await using shop = await open()
    await bring(shop, OURS)
    await addRole(shop, 'owner@example.com', 'owner')
    await addRole(shop, 'editor@example.com', 'editor')
    await bring(shop, THEIRS, 'owner@example.com')
    expect(await shopNow(shop)).toMatchObject(THEIRS)
    const undone = await undoImport(shop.db, { editor: 'editor@example.com' })
    expect(undone).toMatchObject({ isRefused: true })
    const part = { things: new Set(['shop:shop']) }
    await undoImport(shop.db, { editor: 'editor@example.com', part, leavesLater: true })
    expect(await shopNow(shop), 'nor a part of it').toMatchObject(THEIRS)
    await undoImport(shop.db, { editor: 'owner@example.com' })
    expect(await shopNow(shop)).toMatchObject(OURS)
  })
})
