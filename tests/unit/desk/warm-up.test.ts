import { expect, test } from 'vitest'
import { warmUpChecks } from '#lib/server/desk/warm-up.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { bring, openDesk, reportOf } from '#tests/support/open-desk.ts'
import { importText } from '#tests/support/lists/import-files.ts'

forEachDatabase((open) => {
  test('who opens a form has the lists’ thread ready, and nothing is changed by that', async () => {
    await using at = await openDesk(open, { hasThread: true })
    await importText(at, 'sku,name,category,price\nDAL,Toor dal,Pulses,120\n')
    await warmUpChecks(at.db)
    at.desk.warm()
    at.desk.warm()
    const id = await bring(at, 'sku,price\nDAL,99\n')
    expect(await reportOf(at, id)).toMatchObject({ changed: 1, rejected: 0 })
    expect(at.faults).toEqual([])
    const imports = await at.db.selectFrom('catalogue_import').select('id').execute()
    expect(imports).toHaveLength(1)
  })
})
