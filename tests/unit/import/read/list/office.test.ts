import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '#tests/support/databases/database.ts'
import { importPath } from '#tests/support/lists/import-files.ts'

const OFFICE = join(import.meta.dirname, '../../../../fixtures/office')

// Saved by LibreOffice (fixtures/office/save.py), which reads numbers in a CSV file as numbers, like Excel.
test.each([
  ['list.csv', 'edited-list-csv.xlsx', 3],
  ['list.csv', 'edited-list-csv.csv', 3],
  ['list.xlsx', 'edited-list-xlsx.xlsx', 4],
  ['list.xlsx', 'edited-list-xlsx.csv', 4],
])(
  'of %s that LibreOffice opened, edited and saved as %s just the edit counts',
  async (list, edited, added) => {
    await using shop = await openSqlite()
    const made = await importPath(shop, join(OFFICE, list))
    expect(made).toMatchObject({ added, rejected: 0 })
    const { errors, changes } = await importPath(shop, join(OFFICE, edited), { dryRun: true })
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
