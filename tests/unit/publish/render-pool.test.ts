import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { RenderPool } from '#lib/server/publish/render/render-pool.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { newFolder } from '#tests/support/lists/import-files.ts'

test('a batch whose rendering fails as a whole ends, also on a thread that could not make itself ready, and the next one is rendered again', async () => {
  const folder = newFolder()
  // A database without tables: even what the pages of a batch share cannot be loaded.
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

test('a thread that dies between two batches is followed by another one', async () => {
  await using shop = await openSqlite()
  const threads: Worker[] = []
  const note = (thread: Worker) => threads.push(thread)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const pool = new RenderPool(shop.url, {
    ...{ siteDir: newFolder(), origin: 'http://localhost' },
    ...{ productGate: 'open', cartGate: 'signin' },
  })
  async function* batches() {
    for (const path of ['/product/a', '/product/b'])
      yield [{ path, fingerprint: undefined, stamp: '' }]
  }
  const rendered: string[] = []
  await pool.run(batches(), 1, async (results) => {
    const pages = results.filter(({ path }) => path.startsWith('/'))
    rendered.push(...pages.map(({ path, status }) => `${path} ${status}`))
    await threads.at(-1)?.terminate()
  })
  expect(rendered).toEqual(['/product/a gone', '/product/b gone'])
  expect(threads).toHaveLength(2)
  await pool.close()
})
