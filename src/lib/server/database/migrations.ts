import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { retryWhileLocked } from './database.ts'
import { isOnPostgres } from './on-postgres.ts'
import { withLongTimeouts } from './timeouts.ts'
import { accounts } from './migrations/shoppers/accounts.ts'
import { answeredLetters } from './migrations/shoppers/answered-letters.ts'
import { arrivals } from './migrations/orders/arrivals.ts'
import { attentionNews } from './migrations/orders/attention-news.ts'
import { bannerTimes } from './migrations/catalogue/banners.ts'
import { billBook } from './migrations/orders/bill-book.ts'
import { brandMoves } from './migrations/catalogue/brands.ts'
import { cart } from './migrations/shoppers/cart.ts'
import { catalogue } from './migrations/catalogue/catalogue.ts'
import { content } from './migrations/catalogue/content.ts'
import { orders } from './migrations/orders/orders.ts'
import { newestKeys } from './migrations/shoppers/newest-keys.ts'
import { newsletter } from './migrations/shoppers/newsletter.ts'
import { editors } from './migrations/desk/editors.ts'
import { desk } from './migrations/desk/desk.ts'
import { foundOrders, foundOrdersByLetters } from './migrations/orders/found-orders.ts'
import { deskLeases, issuers, roles, unitPrices } from './migrations/desk/guard.ts'
import { givenElsewhere } from './migrations/orders/given-elsewhere.ts'
import { guests } from './migrations/shoppers/guests.ts'
import { jobFailures } from './migrations/desk/jobs.ts'
import { columnMaps } from './migrations/catalogue/columns.ts'
import { costs } from './migrations/catalogue/costs.ts'
import { counter } from './migrations/orders/counter.ts'
import { merging } from './migrations/desk/merge.ts'
import { mergedKeys } from './migrations/shoppers/merged-keys.ts'
import { moderation } from './migrations/shoppers/moderation.ts'
import { scheduledArticles } from './migrations/catalogue/scheduled-articles.ts'
import { salesOn } from './migrations/catalogue/sales-on.ts'
import { money } from './migrations/orders/money.ts'
import { refundsOutside } from './migrations/orders/refunds.ts'
import { forgotten } from './migrations/shoppers/forgotten.ts'
import { formerAddresses } from './migrations/catalogue/former-addresses.ts'
import { formerAccounts } from './migrations/shoppers/former.ts'
import { counts } from './migrations/desk/counts.ts'
import { coveredLists } from './migrations/catalogue/covered-lists.ts'
import { lineUnits } from './migrations/orders/line-units.ts'
import { equalHalves } from './migrations/orders/equal-halves.ts'
import { disputes } from './migrations/orders/disputes.ts'
import { movedBills } from './migrations/orders/moved-bills.ts'
import { partlyReturned } from './migrations/orders/partly-returned.ts'
import { longHistories } from './migrations/orders/long-histories.ts'
import { longSweeps } from './migrations/orders/long-sweeps.ts'
import { shortfalls } from './migrations/orders/shortfalls.ts'
import { places } from './migrations/orders/places.ts'
import { productNames } from './migrations/catalogue/product-names.ts'
import { phones } from './migrations/shoppers/phones.ts'
import { push } from './migrations/desk/push.ts'
import { pushSessions } from './migrations/desk/push-sessions.ts'
import { restoredRefunds } from './migrations/orders/restored-refunds.ts'
import { severalPayments } from './migrations/orders/several-payments.ts'
import { shelf } from './migrations/catalogue/shelf.ts'
import { search } from './migrations/catalogue/search.ts'
import { takenBack } from './migrations/shoppers/taken-back.ts'
import { stock } from './migrations/orders/stock.ts'
import { uncountedHolds } from './migrations/orders/uncounted-holds.ts'
import { unsaidReturns } from './migrations/catalogue/unsaid-returns.ts'
import { provenBuyers } from './migrations/orders/proven-buyers.ts'
import { wasPacked } from './migrations/orders/was-packed.ts'
import type { Db } from './schema.ts'

/** In order; a released migration is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '0001_catalogue': catalogue,
  '0002_content': content,
  '0003_accounts': accounts,
  '0004_cart': cart,
  '0005_orders': orders,
  '0006_editors': editors,
  '0007_desk': desk,
  '0008_refunds_outside': refundsOutside,
  '0009_stock': stock,
  '0009b_money': money,
  '0010_roles': roles,
  '0010b_unit_prices': unitPrices,
  '0010c_issuers': issuers,
  '0012_counter': counter,
  '0013_desk_leases': deskLeases,
  '0014_guests': guests,
  '0016_search': search,
  '0016b_merging': merging,
  '0018_column_maps': columnMaps,
  '0019_shelf': shelf,
  '0019b_push': push,
  '0021_brand_moves': brandMoves,
  '0023_banner_times': bannerTimes,
  '0026_found_orders': foundOrders,
  '0030_phones': phones,
  '0030b_found_orders_by_letters': foundOrdersByLetters,
  '0032_job_failures': jobFailures,
  '0033_costs': costs,
  '0034_places': places,
  '0035_laid': shortfalls,
  '0036_former_accounts': formerAccounts,
  '0037_line_units': lineUnits,
  '0038_merged_keys': mergedKeys,
  '0039_counts': counts,
  '0040_covered_lists': coveredLists,
  '0041_forgotten': forgotten,
  '0042_product_names': productNames,
  '0043_attention_news': attentionNews,
  '0044_newsletter': newsletter,
  '0045_moderation': moderation,
  '0046_scheduled_articles': scheduledArticles,
  '0047_arrivals': arrivals,
  '0048_several_payments': severalPayments,
  '0049_sales_on': salesOn,
  '0050_unsaid_returns': unsaidReturns,
  '0051_given_elsewhere': givenElsewhere,
  '0052_former_addresses': formerAddresses,
  '0053_taken_back': takenBack,
  '0054_push_sessions': pushSessions,
  '0055_uncounted_holds': uncountedHolds,
  '0056_restored_refunds': restoredRefunds,
  '0057_long_histories': longHistories,
  '0058_equal_halves': equalHalves,
  '0059_was_packed': wasPacked,
  '0060_partly_returned': partlyReturned,
  '0061_disputes': disputes,
  '0062_moved_bills': movedBills,
  '0063_bill_book': billBook,
  '0064_answered_letters': answeredLetters,
  '0065_long_sweeps': longSweeps,
  '0066_proven_buyers': provenBuyers,
  '0067_newest_keys': newestKeys,
}

/** A schema newer than this code: trying again does not help. */
export class NewerDatabase extends Error {}

/** Whether the schema has all that this code knows; it only reads. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(MIGRATIONS).every((name) => done.has(name))
}

/**
 * The migrations, each of which first locks all tables of the shop: another server may still serve, and its checkouts
 * and payments lock tables in other orders than they. All or none are locked, so that nobody waits for a migration that
 * waits itself, e.g. for a backup.
 */
const lockingAll = () =>
  Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, migration]) => {
      const up = async (db: Kysely<unknown>) => {
        await lockTables(db)
        await migration.up(db)
      }
      return [name, { ...migration, up }]
    }),
  )

async function lockTables(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and pg_has_role(tableowner, 'usage')`.execute(db)
  if (rows.length === 0) return
  const tables = sql.join(rows.map(({ name }) => sql.table(name)))
  await sql`lock table ${tables} in access exclusive mode nowait`.execute(db)
}

/** How long a migration waits, in milliseconds, until nobody on PostgreSQL is at work for a moment. */
const CALM_MS = 30_000

/**
 * Updates the schema under a lock, each migration whole or not at all (F39).
 * @throws if a migration fails; DatabaseBusy if others never stop using it; NewerDatabase if the schema is newer than
 *   this code (H13)
 */
export async function migrate(db: Db, calmMs = CALM_MS): Promise<void> {
  const isShared = isOnPostgres(db)
  const provider = { getMigrations: async () => (isShared ? lockingAll() : MIGRATIONS) }
  // Even checking takes the write lock. A large shop's index takes longer than a checkout may.
  const run = () =>
    withLongTimeouts(db, async (own) => {
      const { error } = await new Migrator({ db: own, provider }).migrateToLatest()
      if (error) throw error
    })
  try {
    await retryWhileLocked(run, undefined, isShared ? calmMs : undefined)
  } catch (error) {
    if (!/corrupted migrations|previously executed migration/.test(String(error))) throw error
    throw new NewerDatabase(
      'The database was made by a newer version of Kirana. Start that version.',
      { cause: error },
    )
  }
}
