import { existsSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PreviewSession } from '#lib/server/desk/preview-session.ts'
import { runTask } from '#lib/server/desk/run-task.ts'
import { TaskRunner } from '#lib/server/desk/task-runner.ts'
import { UploadLease } from '#lib/server/desk/upload-lease.ts'
import { openUploads } from '#lib/server/desk/uploads.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { bring, callDesk, openDesk, publishList, settled } from '#tests/support/open-desk.ts'

const THREAD = { hasThread: true }
const HEADER = 'sku,name,category,price'
const LIST = `${HEADER}\nDAL,Toor dal,Pulses,120\nRICE,Basmati,Rice,300\n`

forEachDatabase((open) => {
  test('what went wrong while publishing is said, and the list can be published again', async () => {
    await using at = await openDesk(open, THREAD)
    const id = await bring(at, LIST)
    const { schema } = at.db
    await schema.alterTable('catalogue_change').renameTo('not_there').execute()
    expect(await publishList(at, id)).toMatchObject({
      state: 'checked',
      found: { hasFailed: true },
    })
    expect(at.faults).toHaveLength(1)
    await schema.alterTable('not_there').renameTo('catalogue_change').execute()
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
  })

  test('what a crash interrupted is looked through again, or can be published again', async () => {
    await using at = await openDesk(open, THREAD)
    const id = await bring(at, LIST)
    const other = await bring(at, LIST)
    const setState = (of: string, state: 'checking' | 'publishing') =>
      at.db.updateTable('desk_upload').set({ state, lease_until: 0 }).where('id', '=', of).execute()
    await setState(id, 'checking')
    await setState(other, 'publishing')
    await at.openAnother().recover()
    expect(await settled(at, id)).toMatchObject({ state: 'checked' })
    expect(await settled(at, other)).toMatchObject({
      state: 'checked',
      found: { hasFailed: true },
    })
  })

  test('two servers that share a folder leave each other’s lists alone, while they are alive', async () => {
    await using at = await openDesk(open, THREAD)
    const [checked, published] = [await bring(at, LIST), await bring(at, LIST)]
    // The lease looks expired, whatever the other server's clock says.
    const isThere = { lease_owner: 'another server', lease_until: Date.now() - 3_600_000 }
    const take = (id: string, state: 'checking' | 'publishing') =>
      at.db
        .updateTable('desk_upload')
        .set({ state, ...isThere })
        .where('id', '=', id)
        .execute()
    await take(checked, 'checking')
    await take(published, 'publishing')
    await at.openAnother().recover()
    const states = () => at.db.selectFrom('desk_upload').select(['state', 'lease_owner']).execute()
    expect(await states()).toEqual(
      expect.arrayContaining([
        { state: 'checking', lease_owner: 'another server' },
        { state: 'publishing', lease_owner: 'another server' },
      ]),
    )
    // The other server dies: of two others, one takes its work over, once and without being asked.
    const both = [at.openAnother({ leaseMs: 3000 }), at.openAnother({ leaseMs: 3000 })]
    await Promise.all(both.map((desk) => desk.recover()))
    expect(await settled(at, checked)).toMatchObject({ state: 'checked' })
    expect(await settled(at, published)).toMatchObject({ found: { hasFailed: true } })
    // Only one of two that find it abandoned at the same moment gets it.
    await take(published, 'publishing')
    const leases = [new UploadLease(at.db, () => {}), new UploadLease(at.db, () => {})]
    using end = new DisposableStack()
    end.defer(() => leases.forEach((lease) => lease.stop()))
    const taken = await Promise.all(leases.map((lease) => lease.takeOver(published, isThere)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('a server that lost a list to another one publishes nothing of it', async () => {
    await using at = await openDesk(open, THREAD)
    const id = await bring(at, LIST)
    const how = { format: 'kirana' as const, withdraws: false, base: 0, isAsIs: false, map: null }
    const source = { id, name: 'prices.csv', ...how }
    await at.db
      .updateTable('desk_upload')
      .set({ state: 'publishing', lease_owner: 'another server' })
      .execute()
    const said = {
      skipsInvalid: false,
      stockMode: 'ask' as const,
      merge: { answers: {}, askedAt: 0 },
    }
    const task = { kind: 'publish' as const, source, editor: at.editor, owner: 'this one', ...said }
    const { db, settings } = at
    const work = { db, settings, looks: new PreviewSession(), onProgress: () => {} }
    await expect(runTask(work, task)).rejects.toThrow('taken this list over')
    expect(await at.db.selectFrom('product').select('id').execute()).toEqual([])
    expect(await at.desk.find(at.editor, id)).toMatchObject({ state: 'publishing' })
  })

  test('a list whose check ended the process twice is not begun a third time', async () => {
    await using at = await openDesk(open, THREAD)
    const id = await bring(at, LIST)
    const end = (report: string | null) =>
      at.db
        .updateTable('desk_upload')
        .set({ state: 'checking', report, lease_until: 0 })
        .where('id', '=', id)
        .execute()
    await end(null)
    await at.openAnother().recover()
    const { report } = await at.db
      .selectFrom('desk_upload')
      .select('report')
      .executeTakeFirstOrThrow()
    expect(await settled(at, id)).toMatchObject({ state: 'checked' })
    // A regular stop of the server does not count as a try.
    await end(null)
    const stopped = at.openAnother()
    await stopped.recover()
    await stopped.close()
    expect(await at.desk.find(at.editor, id)).toMatchObject({
      state: 'checking',
      found: undefined,
    })
    await end(report)
    await at.openAnother().recover()
    expect(await settled(at, id)).toMatchObject({
      state: 'failed',
      found: { refusal: expect.stringContaining('interrupted twice') },
    })
  })

  test('what cannot be recorded is not begun, and can be tried again', async () => {
    await using at = await openDesk(open, THREAD)
    const how = { format: 'kirana' as const, withdraws: false }
    const id = await bring(at, LIST)
    const { schema } = at.db
    await schema.alterTable('desk_action').renameTo('not_there').execute()
    await expect(bring(at, LIST)).rejects.toThrow()
    await expect(at.desk.recheck(at.editor, id, how)).rejects.toThrow()
    await expect(at.desk.discard(at.editor, id)).rejects.toThrow()
    await schema.alterTable('not_there').renameTo('desk_action').execute()
    const lost = { path: join(at.dataDir, 'lost'), name: 'a.csv', bytes: 9 }
    await expect(at.desk.receive(at.editor, lost, how)).rejects.toThrow()
    expect(await openUploads(at.db, at.editor.id, 0)).toMatchObject([{ id, state: 'checked' }])
    expect(await at.desk.recheck(at.editor, id, how)).toBe(true)
    expect(await settled(at, id)).toMatchObject({ state: 'checked' })
  })

  test('a list without its files, which nothing checks any more, can be put away', async () => {
    await using at = await openDesk(open, THREAD)
    const id = await bring(at, LIST)
    rmSync(join(at.dataDir, 'desk', id), { recursive: true })
    await at.db.updateTable('desk_upload').set({ state: 'checking' }).execute()
    await at.openAnother().recover()
    const call = { params: { id } }
    expect((await callDesk(at, 'DELETE /api/desk/uploads/[id]', call)).status).toBe(200)
    expect(await openUploads(at.db, at.editor.id, 0)).toEqual([])
  })
})

test('a list of yesterday that is being published keeps its files, whatever else comes in', async () => {
  await using at = await openDesk(openSqlite, THREAD)
  const [left, busy] = [await bring(at, LIST), await bring(at, LIST)]
  const folderOf = (id: string) => join(at.dataDir, 'desk', id)
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const id of [left, busy]) utimesSync(folderOf(id), yesterday, yesterday)
  const others = { state: 'publishing' as const, lease_owner: 'another server' }
  await at.db.updateTable('desk_upload').set(others).where('id', '=', busy).execute()
  await bring(at, LIST)
  expect([left, busy].map((id) => existsSync(folderOf(id)))).toEqual([false, true])
})

test('a list is taken up where a crash left it half moved to its folder', async () => {
  await using at = await openDesk(openSqlite, THREAD)
  const id = await bring(at, LIST)
  const folder = join(at.dataDir, 'desk', id)
  renameSync(join(folder, 'list/prices.csv'), join(folder, 'received'))
  await at.desk.recheck(at.editor, id, { format: 'kirana', withdraws: false })
  expect(await settled(at, id)).toMatchObject({ state: 'checked' })
})

test('a list whose check says nothing for too long is given up, and the next one is checked', async () => {
  await using at = await openDesk(openSqlite, THREAD)
  const id = await bring(at, LIST)
  // Starting the thread alone takes longer than this.
  const stuck = at.openAnother({ silentMs: 1 })
  await stuck.recheck(at.editor, id, { format: 'kirana', withdraws: false })
  expect(await settled(at, id)).toMatchObject({
    state: 'failed',
    found: { refusal: expect.stringContaining('took too long') },
  })
  expect(await stuck.undo(at.editor, 7)).toEqual({
    refusal: 'That took too long and was stopped. Nothing was changed.',
  })
  expect(await at.desk.recheck(at.editor, id, { format: 'kirana', withdraws: false })).toBe(true)
  expect(await settled(at, id)).toMatchObject({ state: 'checked' })
})

test('what comes while the idle thread ends is done like anything else', async () => {
  await using at = await openDesk(openSqlite, THREAD)
  const runner = new TaskRunner(at.settings, { idleMs: 1 })
  const take = () => runner.run<'undo'>({ kind: 'undo', editor: at.editor, number: 9 })
  const none = { refusal: 'There is no import 9.' }
  expect(await take()).toEqual(none)
  // The work ends just after the thread's time is up.
  await new Promise((resolve) => setTimeout(resolve, 1))
  expect(await take()).toEqual(none)
  await runner.close()
})
