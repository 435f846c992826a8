import { expect, test } from 'vitest'
import { Lease } from '../../src/lib/server/publish/lease.ts'
import { findSite } from '../../src/lib/server/publish/site.ts'
import { forEachDatabase } from './database.ts'

forEachDatabase((open) => {
  test('F32 a lease is held by one, and released for the next, also amid renewals', async () => {
    await using shop = await open()
    await findSite(shop.db, 'site')
    for (let round = 0; round < 30; round++) {
      // So short a lease is renewed every millisecond.
      const lease = new Lease(shop.db, 'site', `owner ${round}`, 3)
      await expect.poll(() => lease.take(), { interval: 1 }).toBe(true)
      await findSite(shop.db, 'site')
      await lease.release()
      expect(await findSite(shop.db, 'site')).toMatchObject({ lease_owner: null })
    }
  })

  test('F32 the lease of a dead process runs out', async () => {
    await using shop = await open()
    await findSite(shop.db, 'site')
    const dead = { lease_owner: 'dead', lease_until: Date.now() + 150 }
    await shop.db.updateTable('site').set(dead).execute()
    const lease = new Lease(shop.db, 'site', 'living', 1000)
    expect(await lease.take()).toBe(false)
    await expect.poll(() => lease.take()).toBe(true)
    await lease.release()
  })
})
