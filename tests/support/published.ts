import { join } from 'node:path'
import { Publisher } from '#lib/server/publish/publisher.ts'
import { readPage } from '#lib/server/publish/files/site-files.ts'
import type { TestDatabase } from './databases/database.ts'

/** What the pages say after the shop has published what changed. */
export function publishedBy(shop: Pick<TestDatabase, 'db' | 'url' | 'dataDir'>) {
  const publisher = new Publisher(
    {
      ...{
        databaseUrl: shop.url,
        dataDir: shop.dataDir,
        productGate: 'open',
        cartGate: 'signin',
        jobLeaseMs: 200,
      },
      publicUrl: new URL('http://localhost:4321'),
    },
    shop.db,
    { inlineUpTo: Infinity },
  )
  const page = (path: string) => readPage(join(shop.dataDir, 'site'), `/${path}`).toString()
  return { publish: () => publisher.publishPending(), page }
}
