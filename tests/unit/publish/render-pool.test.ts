import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RenderPool } from '#lib/server/publish/render/render-pool.ts'
import { newFolder } from '#tests/support/import-files.ts'

test('a batch whose rendering fails as a whole ends, also on a thread that could not make itself ready, and the next one is rendered again', async () => {
  const folder = newFolder()
  // A database without any table: what is shared by a batch cannot even be loaded.
  const pool = new RenderPool(join(folder, 'empty.db'), {
    ...{ siteDir: folder, origin: 'http://localhost', productGate: 'open', cartGate: 'signin' },
  })
  async function* batches() {
    yield [{ path: '/product/a', fingerprint: undefined, stamp: '' }]
  }
  pool.warm()
  for (let round = 0; round < 2; round++) {
    await expect(pool.run(batches(), 1, async () => {})).rejects.toThrow('no such table')
  }
  await pool.close()
})
