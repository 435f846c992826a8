import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { Lease, LeaseLost } from '#lib/server/publish/lease.ts'
import { processName } from '#lib/server/process-name.ts'
import { findSite, setSite } from '#lib/server/publish/site.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

forEachDatabase((open) => {
  test('a lease is held by one, and released for the next, also amid renewals (F32)', async () => {
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

  test('who was stopped until another took over records nothing and knows it (F32)', async () => {
    await using shop = await open()
    await findSite(shop.db, 'site')
    const stopped = new Lease(shop.db, 'site', 'stopped', 1)
    expect(await stopped.take()).toBe(true)
    const other = new Lease(shop.db, 'site', 'other', 60_000)
    await expect.poll(() => other.take(), { interval: 1 }).toBe(true)
    await other.hold()
    await expect(stopped.hold()).rejects.toThrow(LeaseLost)
    const live = { build: 'b', version: 7 }
    await expect(setSite(shop.db, { id: 'site', owner: 'stopped' }, live)).rejects.toThrow(
      LeaseLost,
    )
    expect(await findSite(shop.db, 'site')).toMatchObject({ version: 0, lease_owner: 'other' })
    await setSite(shop.db, { id: 'site', owner: 'other' }, live)
    expect(await findSite(shop.db, 'site')).toMatchObject(live)
    await stopped.release()
    await other.release()
  })

  test('the lease of a dead process runs out (F32)', async () => {
    await using shop = await open()
    await findSite(shop.db, 'site')
    const dead = { lease_owner: 'dead', lease_until: Date.now() + 150 }
    await shop.db.updateTable('site').set(dead).execute()
    const lease = new Lease(shop.db, 'site', 'living', 1000)
    expect(await lease.take()).toBe(false)
    await expect.poll(() => lease.take()).toBe(true)
    await lease.release()
  })

  test('the lease of a process that was killed on this machine is taken at once (F32 F38)', async () => {
    await using shop = await open()
    await findSite(shop.db, 'site')
    const program = `import { processName } from '#lib/server/process-name.ts'
      console.log(processName())
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program])
    onTestFinished(() => void child.kill('SIGKILL'))
    const [name] = await once(child.stdout, 'data')
    const held = { lease_owner: `${String(name).trim()} a`, lease_until: Date.now() + 600_000 }
    await shop.db.updateTable('site').set(held).execute()
    const lease = new Lease(shop.db, 'site', 'living', 1000)
    expect(await lease.take()).toBe(false)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await lease.take()).toBe(true)
    await lease.release()
    // Of another machine nobody can tell; of this process it is known that it lives.
    for (const owner of [`elsewhere ${child.pid} 1 a`, `${processName()} a`]) {
      await shop.db
        .updateTable('site')
        .set({ ...held, lease_owner: owner })
        .execute()
      expect(await lease.take()).toBe(false)
    }
  })
})
