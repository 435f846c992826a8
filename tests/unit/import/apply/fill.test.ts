import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillEmptyDatabase } from '#lib/server/import/apply/fill.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { folderOf } from '#tests/support/lists/import-files.ts'
import { DAL, HEADER, RICE, file } from '#tests/support/lists/small-lists.ts'

forEachDatabase((open) => {
  test('an empty database is filled from CATALOGUE, once', async () => {
    await using shop = await open()
    const catalogue = join(folderOf({ 'shop.csv': file(DAL) }), 'shop.csv')
    const settings = { dataDir: shop.dataDir, catalogue }
    expect(await fillEmptyDatabase(settings, shop.db)).toMatchObject({ added: 1 })
    writeFileSync(catalogue, file(DAL, RICE))
    expect(await fillEmptyDatabase(settings, shop.db)).toBeUndefined()
  })

  test('a CATALOGUE that is faulty or not there says so, and a header alone is an empty shop', async () => {
    await using shop = await open()
    const folder = folderOf({ 'bad.csv': file('A,,X,,1,,,,,'), 'empty.csv': HEADER })
    mkdirSync(join(folder, 'nothing'))
    const fill = (name: string) =>
      fillEmptyDatabase({ dataDir: shop.dataDir, catalogue: join(folder, name) }, shop.db)
    await expect(fill('bad.csv')).rejects.toThrow('line 2: The name is missing.')
    await expect(fill('absent')).rejects.toThrow('there is nothing at')
    await expect(fill('nothing')).rejects.toThrow('no products.csv')
    expect(await fill('empty.csv')).toMatchObject({ parsed: 0, added: 0, import: null })
  })
})
