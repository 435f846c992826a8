import { expect, onTestFinished, test, vi } from 'vitest'
import { watchCatalogue } from '#lib/server/publish/watch.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { AS_SERVER, page, publisherOf, shelf } from '#tests/support/publishing.ts'
import { tellerTo } from '#tests/support/teller-to.ts'

const EDITED = '/product/dal-number-0'
/** Beyond the range of a date: no template can format it. */
const NO_TIME = 9e15

const setSaleEnd = (shop: TestDatabase, sale_until: number | null) =>
  shop.db
    .updateTable('product')
    .set({ sale_until, base_paise: sale_until && 100 })
    .where('name', '=', 'Dal of another name')
    .execute()

forEachDatabase((open) => {
  test('a page that cannot be rendered keeps what it had, and is tried again by itself', async () => {
    await using shop = await open()
    const publisher = publisherOf(shop)
    await importRows(shop, shelf(2))
    await publisher.publishPending()
    await importRows(shop, [{ sku: 'DAL-1', name: 'Dal of another name' }])
    await setSaleEnd(shop, NO_TIME)
    const { failed } = await publisher.publishPending()
    expect(failed).toEqual([expect.stringContaining('/product/dal-number-1: ')])
    expect(page(shop, 'product/dal-number-1')).toContain('Dal number 1')
    await setSaleEnd(shop, null)
    // The catalogue has not changed since; a publisher that starts anew also knows what is missing.
    const [first, second] = [publisherOf(shop), publisherOf(shop)]
    expect(await first.publishPending()).toMatchObject({ rendered: 1, written: 1, failed: [] })
    expect(page(shop, 'product/dal-number-1')).toContain('Dal of another name')
    expect(await second.publishPending()).toMatchObject({ rendered: 0 })
  })

  test('a server tries a page that could not be rendered again without any change', async () => {
    await using shop = await open()
    await importRows(shop, shelf(1))
    const publisher = publisherOf(shop)
    await publisher.publishPending()
    await importRows(shop, [{ sku: 'DAL-0', name: 'Dal of another name' }])
    await setSaleEnd(shop, NO_TIME)
    const errors: string[] = []
    const stop = watchCatalogue(publisher, tellerTo(errors))
    await expect.poll(() => errors.length, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(errors[0]).toContain('/product/dal-number-0')
    await setSaleEnd(shop, null)
    await expect
      .poll(() => page(shop, 'product/dal-number-0'), { timeout: 60_000 })
      .toContain('Dal of another name')
    await stop()
  })

  test('an edit is live before the pages that a publish of all has not reached (E05)', async () => {
    await using shop = await open()
    await importRows(shop, shelf(1_200))
    const edited = { sku: 'DAL-0', name: 'Dal number 0', price: '98.50' }
    const live: string[] = []
    let editing: Promise<unknown> | undefined
    const publisher = publisherOf(shop, {
      inlineUpTo: undefined,
      onLive: (paths) => {
        live.push(...paths)
        editing ??= importRows(shop, [edited])
      },
    })
    await publisher.publishAll()
    await editing
    const last = live.findLastIndex((path) => path.startsWith('/product/') && path !== EDITED)
    expect(live.lastIndexOf(EDITED), 'live anew before the last products').toBeLessThan(last)
    expect(page(shop, 'product/dal-number-0')).toContain('Rs: 98.50')
    expect(await publisher.state.lag()).toBe(0)
    await publisher.close()
  })

  test('a server knows which pages a command beside it could not render', async () => {
    await using shop = await open()
    await importRows(shop, shelf(1))
    const server = publisherOf(shop, AS_SERVER)
    await server.publishPending()
    await importRows(shop, [{ sku: 'DAL-0', name: 'Dal of another name' }])
    await setSaleEnd(shop, NO_TIME)
    expect((await publisherOf(shop).publishPending()).failed).toHaveLength(1)
    await setSaleEnd(shop, null)
    expect(await server.publishPending()).toMatchObject({ rendered: 1, failed: [] })
    expect(page(shop, 'product/dal-number-0')).toContain('Dal of another name')
    await server.close()
  })

  test('with the new year in India all pages are published anew, without any edit', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T23:59:00+05:30') })
    await using shop = await open()
    await importRows(shop, shelf(1))
    const publisher = publisherOf(shop)
    await publisher.publishPending()
    expect(page(shop, 'product/dal-number-0')).toContain('2026 Kirana. All rights')
    expect(await publisher.state.lag()).toBe(0)
    vi.setSystemTime(new Date('2027-01-01T00:00:00+05:30'))
    expect(await publisher.state.lag()).toBe(1)
    await publisher.publishPending()
    expect(page(shop, 'product/dal-number-0')).toContain('2027 Kirana. All rights')
    expect(await publisher.state.lag()).toBe(0)
  })

  test('a publish that the new year overtakes is followed by one that leaves no page of the old', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T23:59:59+05:30') })
    await using shop = await open()
    await importRows(shop, shelf(60))
    let isOver = false
    const overtaken = publisherOf(shop, {
      onLive: () => {
        if (!isOver) vi.setSystemTime(new Date('2027-01-01T00:00:05+05:30'))
        isOver = true
      },
    })
    await overtaken.publishPending()
    expect(isOver).toBe(true)
    expect(await overtaken.state.lag()).toBe(1)
    await overtaken.publishPending()
    expect(await overtaken.state.lag()).toBe(0)
    const pages = await shop.db.selectFrom('page').select('path').execute()
    const years = pages
      .filter(({ path }) => path.startsWith('/'))
      .map(({ path }) => page(shop, path.slice(1)))
      .flatMap((text) => /(\d{4}) [^<]{1,40}All rights/.exec(text)?.[1] ?? [])
    expect([years.length > 60, new Set(years)]).toEqual([true, new Set(['2027'])])
  })
})
