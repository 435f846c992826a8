import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importPath } from '#tests/support/import-files.ts'

const OFFICE = join(import.meta.dirname, '../../fixtures/office')

// LibreOffice saved them (fixtures/office/save.sh): as Excel does, it takes numbers for numbers.
test.each(['edited.xlsx', 'edited.csv'])(
  'of a list that LibreOffice opened, edited and saved as %s just the edit counts',
  async (name) => {
    await using shop = await openSqlite()
    const made = await importPath(shop, join(OFFICE, 'list.csv'))
    expect(made).toMatchObject({ added: 3, rejected: 0 })
    const { errors, changes } = await importPath(shop, join(OFFICE, name), { dryRun: true })
    expect(errors).toEqual([])
    expect(changes).toEqual([
      {
        what: 'product अरहर दाल',
        sku: 'DAL-1',
        field: 'brand',
        old: 'Chulhavali',
        new: 'Annapurna',
      },
    ])
  },
)
