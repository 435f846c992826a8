import { readStockSearch } from '#lib/counter/stock-search.ts'
import { stockActionSchema } from '#lib/counter/stock-actions.ts'
import { findLabel } from '#lib/catalogue/pack-label.ts'
import { COMMAND_LINE } from '#lib/server/orders/record-order-action.ts'
import { formatMoment } from '#lib/dates.ts'
import { findStock, type StockItem } from '#lib/server/counter/find-stock.ts'
import { packLabels, recordStock } from '#lib/server/counter/stock.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { stockTexts } from '#lib/texts/page/counter-today.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'
import { COMMON_HELP, UsageError, type Verb } from './verb.ts'
import { withDatabase } from './with-database.ts'

/** `shop stock …`: lists stocks, and records counts and deliveries as the desk does. */
async function stock(call: Call): Promise<ExitCode> {
  const [action = 'list', which = '', units] = call.args
  if (action === 'list') return withDatabase(call, (db) => list(db, call, which))
  if (action !== 'soldout' && action !== 'count' && action !== 'delivery') {
    throw new UsageError(`stock does not know ${JSON.stringify(action)}.`, {
      showsHelp: true,
    })
  }
  const said = {
    kind: action,
    pack: call.flags.texts['pack'] ?? '',
    ...(units && { units }),
  }
  const parsed = stockActionSchema.safeParse(said)
  if (which === '' || (action !== 'soldout' && units === undefined)) {
    const needs = `stock ${action} needs ${action === 'soldout' ? 'SKU' : 'SKU UNITS'}.`
    throw new UsageError(needs, { showsHelp: true })
  }
  if (!parsed.success) throw new UsageError(whatIsWrong(action, said))
  return withDatabase(call, async (db) => {
    const product = await findProduct(db, which)
    if (!product) return refuse(call, `The shop has no product ${which}.`)
    const done = await recordStock({ db, now: Date.now }, COMMAND_LINE, product.id, parsed.data)
    if (!done.ok) {
      const isOfPack = done.error === 'needsPack'
      const why = isOfPack ? stockTexts.addPack(await packLabels(db, product.id)) : undefined
      return refuse(call, `${product.name}: ${why ?? stockTexts[done.error]}`)
    }
    const { json } = call.flags
    // As the shop writes it: 5KG means its pack of 5 kg.
    const pack = findLabel(await packLabels(db, product.id), parsed.data.pack) ?? ''
    const answer = {
      id: product.id,
      sku: product.sku,
      pack,
      ...done.value,
    }
    const line = stockTexts.done(`${product.name} ${pack}`.trim(), done.value)
    call.terminal.out(json ? `${JSON.stringify(answer)}\n` : `${line}\n`)
    return 0
  })
}

function whatIsWrong(action: string, { pack, units }: { pack: string; units?: string }): string {
  const isPack = !stockActionSchema.shape.pack.safeParse(pack).success
  if (isPack) return `stock ${action}: --pack is too long.`
  return `stock ${action}: UNITS is a whole number, such as 12, not ${JSON.stringify(units)}.`
}

async function list(db: Db, { flags, terminal }: Call, q: string): Promise<ExitCode> {
  const { show, page } = flags.texts
  const found = await findStock(db, readStockSearch({ q, show, page }), Date.now())
  const { products, total } = found
  const lines = [...products.flatMap(linesOf), `${stockTexts.inAll(total)}${pageOf(found)}\n`]
  terminal.out(flags.json ? `${JSON.stringify(found)}\n` : lines.join(''))
  return 0
}

const pageOf = ({ page, pageCount }: { page: number; pageCount: number }) =>
  pageCount === 1 ? '' : `, page ${page} of ${pageCount} (--page N)`

/** The lines of a product: itself, then its packs. */
function linesOf({ name, packs, sku, soldToday, lastSaid, stock: units }: StockItem): string[] {
  const head = `${sku}  ${name}${packs.length > 0 ? '' : `  ${countOf(units)}`}, ${soldToday} sold today\n`
  const said = lastSaid
    ? [`    ${stockTexts.said(lastSaid)}, ${formatMoment(lastSaid.created_at)}\n`]
    : []
  return [head, ...said, ...packs.map((pack) => `    ${pack.label}  ${countOf(pack.stock)}\n`)]
}

const countOf = (units: number | null) => (units === null ? 'not counted' : String(units))

function findProduct(db: Db, which: string) {
  return db
    .selectFrom('product')
    .select(['id', 'name', 'sku'])
    .where((eb) => eb.or([eb('sku', '=', which), eb('id', '=', which)]))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

function refuse({ terminal }: Call, text: string): ExitCode {
  terminal.err(`${paint(terminal, 'red', text)}\n`)
  return 1
}

export const verb: Verb = {
  usage: 'stock',
  about: 'shows the stock, and records counts and deliveries',
  options: { pack: { type: 'string' }, show: { type: 'string' }, page: { type: 'string' } },
  paths: { least: 0, most: 3 },
  run: stock,
  help: `Usage: ${SHOP_CALL} stock [list [TEXT] | VERB SKU [UNITS]] [options] [--json]

  list [TEXT]       what is running low, or what TEXT finds: name, SKU or barcode
    --show soldout  what is sold out, or has a pack that is, instead
    --page N        thirty products a page
  soldout SKU       none is left
  count SKU N       so many were counted
  delivery SKU N    so many came in
    --pack LABEL    of a product that is sold in several packs, which one

The running shop shows it within a second.

${COMMON_HELP}`,
}
