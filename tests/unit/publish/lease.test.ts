import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Lease, LeaseLost, SharedLease } from '#lib/server/publish/site/lease.ts'
import { processName } from '#lib/server/process-name.ts'
import { findSite, setSite } from '#lib/server/publish/site/site.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

const DAY_MS = 86_400_000

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
    // Its renewals fail from now on.
    await shop.db.updateTable('site').set({ lease_owner: 'stopped, silent' }).execute()
    const other = new Lease(shop.db, 'site', 'other', 100)
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

  test('the lease of a dead process is taken over when it was silent for its length, not before (F32)', async () => {
    await using shop = await open()
    await findSite(shop.db, 'site')
    // Whatever time is in the row: the clock of its writer may have been wrong.
    for (const until of [0, Date.now() + 3_600_000]) {
      await shop.db.updateTable('site').set({ lease_owner: 'dead', lease_until: until }).execute()
      const lease = new Lease(shop.db, 'site', 'living', 150)
      const start = performance.now()
      expect(await lease.take()).toBe(false)
      await expect.poll(() => lease.take()).toBe(true)
      expect(performance.now() - start).toBeGreaterThanOrEqual(150)
      await lease.release()
    }
  })

  for (const [how, jump] of [
    ['set back a day', -DAY_MS],
    ['set forward a day', DAY_MS],
  ] as const) {
    test(`a clock ${how} lets no two publish, and stops nobody (F32 F45)`, async () => {
      await using shop = await open()
      await findSite(shop.db, 'site')
      const holder = new Lease(shop.db, 'site', 'holder', 1000)
      const other = new Lease(shop.db, 'site', 'other', 1000)
      expect(await holder.take()).toBe(true)
      const realNow = Date.now
      onTestFinished(() => void (Date.now = realNow))
      Date.now = () => realNow() + jump
      // Longer than a lease, so it must be renewed on the way.
      const end = performance.now() + 1300
      while (performance.now() < end) {
        expect(await other.take()).toBe(false)
        await holder.hold()
        await pause(20)
      }
      await holder.release()
      expect(await other.take()).toBe(true)
      Date.now = realNow
      await other.hold()
      await other.release()
    })
  }

  test('who lost the lease has lost it, though it is free again: the folder is another one (F32)', async () => {
    await using shop = await open()
    await findSite(shop.db, 'site')
    const stopped = new Lease(shop.db, 'site', 'stopped', 1)
    expect(await stopped.take()).toBe(true)
    const other = new Lease(shop.db, 'site', 'other', 1)
    await shop.db.updateTable('site').set({ lease_owner: null }).execute()
    expect(await other.take()).toBe(true)
    await other.release()
    const held = () => stopped.hold().catch((error: unknown) => error)
    await expect.poll(held, { interval: 1 }).toBeInstanceOf(LeaseLost)
    await stopped.release()
  })

  test('a lease that could not be given back is taken again, by who had it and then by others (F35 F37)', async () => {
    await using shop = await open()
    await findSite(shop.db, 'site')
    const ours = new SharedLease(new Lease(shop.db, 'site', 'ours', 60_000))
    expect(await ours.take()).toBe(true)
    const rename = (from: string, to: string) =>
      shop.db.schema.alterTable(from).renameTo(to).execute()
    await rename('site', 'away')
    await expect(ours.release()).rejects.toThrow(/site/)
    await rename('away', 'site')
    expect(await ours.take()).toBe(true)
    await ours.release()
    expect(await new Lease(shop.db, 'site', 'other', 1000).take()).toBe(true)
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
    // Nobody can tell about a process on another machine; this process is known to be alive.
    for (const owner of [`elsewhere ${child.pid} 1 a`, `${processName()} a`]) {
      await shop.db
        .updateTable('site')
        .set({ ...held, lease_owner: owner })
        .execute()
      expect(await lease.take()).toBe(false)
    }
  })
})
