import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KEPT_MS, sweep, watchSweep } from '#lib/server/shop/sweep.ts'
import { addUser } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

const NOW = 2_000_000_000_000
const COUNTS = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, rejected: 0 }

forEachDatabase((open) => {
  test('what only grows has an age: changes, undo of old imports, folders of dead servers', async () => {
    await using shop = await open()
    const { db } = shop
    const old = NOW - KEPT_MS.imports - 1
    const recent = NOW - 1000
    const change = (version: number, created_at: number) => ({ version, names: 'shop', created_at })
    const many = Array.from({ length: 1200 }, (_, at) => change(at + 1, old))
    await db
      .insertInto('catalogue_change')
      .values([...many, change(1201, recent)])
      .execute()
    for (const [id, created_at] of [
      [1, old],
      [2, recent],
    ] as const) {
      await db
        .insertInto('catalogue_import')
        .values({ id, source: 'a.csv', ...COUNTS, created_at })
        .execute()
      const rows = Array.from({ length: 600 }, (_, at) => ({
        ...{ import_id: id, kind: 'product' as const, key: `p${at}` },
        ...{ before: null, after: '{}' },
      }))
      await db.insertInto('import_change').values(rows).execute()
    }
    const site = { build: 'b', lease_owner: null }
    const sites = [
      { ...site, id: 'dead', version: 3, lease_until: old },
      { ...site, id: 'quiet', version: 1201, lease_until: old },
      { ...site, id: 'busy', version: 3, lease_until: recent },
    ]
    await db.insertInto('site').values(sites).execute()
    // Between two statements others get their turn, even where the database runs on this thread.
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    turn()
    await sweep(db, NOW)
    isOver = true
    expect(turns).toBeGreaterThan(5)
    const changes = await db.selectFrom('catalogue_change').select('version').execute()
    expect(changes).toEqual([{ version: 1201 }])
    const left = await db.selectFrom('import_change').select('import_id').distinct().execute()
    expect(left).toEqual([{ import_id: 2 }])
    const living = await db.selectFrom('site').select('id').orderBy('id').execute()
    expect(living.map(({ id }) => id)).toEqual(['busy', 'quiet'])
  })

  test('lists at the desk have an age, those that nobody published nor put away, too', async () => {
    await using shop = await open()
    const { db } = shop
    const { id: user_id } = await addUser(db)
    const old = NOW - KEPT_MS.uploads - 1
    const times = { created_at: old, lease_until: 0 }
    const list = { user_id, name: 'a.csv', bytes: 1, format: 'kirana' as const, withdraws: 0 }
    const unpublished = { ...list, ...times, report: null, import_id: null, version: null }
    await db
      .insertInto('desk_upload')
      .values([
        { ...unpublished, id: 'put-away', state: 'discarded', changed_at: old },
        { ...unpublished, id: 'forgotten', state: 'checked', changed_at: old },
        { ...unpublished, id: 'recent', state: 'checked', changed_at: NOW - 1000 },
      ])
      .execute()
    await sweep(db, NOW)
    expect(await db.selectFrom('desk_upload').select('id').execute()).toEqual([{ id: 'recent' }])
  })

  test('what let somebody in for a time goes soon after the start, however much of it there is, and what still holds stays (A28)', async () => {
    await using shop = await open()
    const { db } = shop
    const { id: user_id } = await addUser(db)
    const now = Date.now()
    const past = new Date(now - 1000)
    const later = new Date(now + 3_600_000)
    const made = { created_at: past, updated_at: past }
    const session = (id: string, expires_at: Date) => ({
      ...{ id, token: id, user_id, expires_at, ip_address: null, user_agent: null, ...made },
    })
    const old = Array.from({ length: 1200 }, (_, at) => session(`old ${at}`, past))
    await db
      .insertInto('session')
      .values([...old, session('open', later)])
      .execute()
    const nonce = { identifier: 'google', value: 'n', ...made }
    const nonces = [
      { ...nonce, id: 'old', expires_at: past },
      { ...nonce, id: 'open', expires_at: later },
    ]
    await db.insertInto('verification').values(nonces).execute()
    const code = { user_id, hash: 'h', tries: 0, created_at: 1 }
    const codes = [
      { ...code, purpose: 'verify' as const, expires_at: now - 1000 },
      { ...code, purpose: 'reset' as const, expires_at: now + 3_600_000 },
    ]
    await db.insertInto('account_code').values(codes).execute()
    const counter = { count: 1, blocked_until: 0 }
    const counters = Array.from({ length: 1200 }, (_, at) => ({
      ...{ ...counter, key: `old ${at}`, reset_at: now - 1 },
    }))
    const running = { ...counter, key: 'open', reset_at: now + 3_600_000 }
    await db
      .insertInto('rate_limit')
      .values([...counters, running])
      .execute()
    const left = async () => [
      await db.selectFrom('session').select('id').execute(),
      await db.selectFrom('verification').select('id').execute(),
      await db.selectFrom('account_code').select('purpose').execute(),
      await db.selectFrom('rate_limit').select('key').execute(),
    ]
    const faults: unknown[] = []
    const stop = watchSweep(db, shop.dataDir, (fault) => faults.push(fault), 0)
    await expect
      .poll(left)
      .toEqual([[{ id: 'open' }], [{ id: 'open' }], [{ purpose: 'reset' }], [{ key: 'open' }]])
    stop()
    expect(faults).toEqual([])
  })

  test('mails and messages in the outbox are deleted after 30 days, and no other file', async () => {
    await using shop = await open()
    const folder = join(shop.dataDir, 'outbox')
    mkdirSync(folder, { recursive: true })
    const [old, kept] = ['2026-10-01T10-00-00-000Z', '2026-10-03T10-00-00-000Z']
    const names = [
      `${old}-a.eml`,
      `${old}-b.sms.json`,
      `${kept}-c.eml`,
      'notes.txt',
      '.died.tmp',
      '.now.tmp',
    ]
    for (const name of names) writeFileSync(join(folder, name), '')
    const now = Date.parse('2026-11-01T11:00:00Z')
    for (const [name, ageMs] of [
      ['.died.tmp', 90_000_000],
      ['.now.tmp', 0],
    ] as const) {
      const writtenAt = new Date(now - ageMs)
      utimesSync(join(folder, name), writtenAt, writtenAt)
    }
    await sweep(shop.db, now, shop.dataDir)
    expect(readdirSync(folder).toSorted()).toEqual(['.now.tmp', `${kept}-c.eml`, 'notes.txt'])
  })

  test('where rows of one kind cannot be removed, those of the others are', async () => {
    await using shop = await open()
    const { db } = shop
    const change = { version: 1, names: 'shop', created_at: NOW - KEPT_MS.changes - 1 }
    await db.insertInto('catalogue_change').values(change).execute()
    await db.schema.dropTable('phone_code').execute()
    await expect(sweep(db, NOW)).rejects.toThrow('phone_code')
    expect(await db.selectFrom('catalogue_change').select('version').execute()).toEqual([])
  })

  test('a shop that is started anew again and again removes old rows, too', async () => {
    await using shop = await open()
    const { db } = shop
    await db
      .insertInto('catalogue_change')
      .values({ version: 1, names: 'shop', created_at: 1 })
      .execute()
    const faults: unknown[] = []
    const stop = watchSweep(db, shop.dataDir, (fault) => faults.push(fault), 0)
    const left = () => db.selectFrom('catalogue_change').select('version').execute()
    await expect.poll(left).toEqual([])
    stop()
    expect(faults).toEqual([])
  })
})
