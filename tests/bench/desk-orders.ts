import { sql } from 'kysely'
import { countStages, findOrders } from '#lib/server/counter/find-orders.ts'
import { readStockSearch } from '#lib/counter/stock-search.ts'
import { findStock } from '#lib/server/counter/find-stock.ts'
import { findWaiting } from '#lib/server/counter/ring.ts'
import { MS, withBudget } from './budget.ts'
import { onBoth, openMigrated } from './database.ts'

const ORDERS = 50_000
const ROUNDS = 1000
const MAX_MS = 50

/** Times the orders page and its search over 50,000 orders, counts included: p95. */
export const deskOrders = () =>
  onBoth(async ({ name, url, isPostgres }) => {
    const db = await openMigrated(url)
    console.log(name)
    try {
      await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < cast(${ORDERS} as integer))
      insert into attempt (id, chain, fingerprint, provider, state, outcome, amount_paise, currency,
        hold_until, asked, next_ask_at, created_at, closed_at, fullname, country, street1, street2, city,
        region, zipcode, phone, email, note)
      select 'a' || i, 'c' || i, 'f', 'cod', 'closed', 'order', 14950, 'INR', 0, 0, 0, cast(i as bigint) * 60000, cast(i as bigint) * 60000,
        'Asha Rao', 'India', '1 MG Road', '', 'Bengaluru', 'Karnataka', '560001', '9845012345', 'a@b.c', ''
      from n`.execute(db)
      await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < cast(${ORDERS} as integer))
      insert into orders (id, number, attempt_id, chain, status, amount_paise, created_at, accepted_at,
        fullname, country, street1, street2, city, region, zipcode, phone, email, note, search)
      select 'o' || i, 'K' || i, 'a' || i, 'c' || i,
        case when i > cast(${ORDERS - 30} as integer) then 'pending' when i > cast(${ORDERS - 60} as integer) then 'packed' else 'delivered' end,
        14950, cast(i as bigint) * 60000, cast(i as bigint) * 60000, 'Buyer ' || i, 'India', '1 MG Road', '', 'Bengaluru', 'Karnataka',
        '560001', '98450' || i, 'a@b.c', '',
        'k' || i || ' buyer ' || i || ' 98450' || i || ' 560001 bengaluru toor dal 1 kg basmati rice 5 kg masala chai 250 g sunflower oil 1 l'
      from n`.execute(db)
      await sql`insert into order_item (order_id, position, product_id, choice, choice_label, title, image, hsn,
        gst_percent, price_paise, quantity, subtotal_paise)
      select id, 0, 'dal', '', '', 'Toor Dal', '', '', 5, 14950, 1, 14950 from orders`.execute(db)
      // PostgreSQL does this by itself after so many new rows; nobody does it for SQLite.
      if (isPostgres) await sql`vacuum analyze`.execute(db)
      const looks = {
        'the new ones': { state: 'new' },
        'all, newest first': { state: 'all' },
        'delivered, from the middle on': {
          state: 'delivered',
          cursor: `${25_000 * 60_000}.o25000`,
        },
        'all in cash': { state: 'all', pay: 'cash' },
        'a rare number': { state: 'all', q: '9845031999' },
        'nothing that is there': { state: 'all', q: 'zebra 560001' },
        'name and product': { state: 'all', q: 'buyer 4 chai' },
      } as const
      for (const [name, filter] of Object.entries(looks)) {
        report(name, await times(() => Promise.all([findOrders(db, filter), countStages(db)])))
      }
      report(
        'what was sold today',
        await times(() => findStock(db, readStockSearch({ q: 'dal' }), Date.now())),
      )
      report('what the bell asks', await times(() => findWaiting(db)))
    } finally {
      await db.destroy()
    }
  })

/**
 * Wall-clock milliseconds, and CPU milliseconds, which other work on the machine does not lengthen.
 */
async function times(work: () => Promise<unknown>): Promise<{ wall: number[]; cpu: number[] }> {
  const wall: number[] = []
  const cpu: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [startedAt, used] = [performance.now(), process.cpuUsage()]
    await work()
    wall.push(performance.now() - startedAt)
    const { user, system } = process.cpuUsage(used)
    cpu.push((user + system) / 1000)
  }
  return { wall: wall.toSorted((a, b) => a - b), cpu: cpu.toSorted((a, b) => a - b) }
}

function report(name: string, { wall, cpu }: { wall: number[]; cpu: number[] }): void {
  const p95 = (all: number[]) => all[Math.floor(all.length * 0.95)] ?? 0
  const most = withBudget(p95(wall), { most: MAX_MS }, MS)
  console.log(`${name.padEnd(32)} p95 ${most}, ${p95(cpu).toFixed(1)} ms of processor`)
}
