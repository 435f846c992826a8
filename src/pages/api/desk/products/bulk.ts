import { productsPath, readProductSearch } from '#lib/desk/products.ts'
import { readBulkEdit } from '#lib/server/desk/products/bulk-edits.ts'
import { findSkus } from '#lib/server/desk/products/find-products.ts'
import { productTexts } from '#lib/texts/page/desk-products.ts'
import { nextAtDesk } from '#pages/api/desk/_counter.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'
import { bringEdits } from '#pages/api/desk/products/_edits.ts'

const PICK = 'pick.'

/**
 * POST /api/desk/products/bulk: makes one change to all ticked products, or to all that a search
 * finds.
 */
export const POST = forEditors(async (context) => {
  const { body = {}, catalogue, db } = context.locals
  const back = nextAtDesk(context, productsPath)
  const refuse = (msg: string) => replyAtDesk(context, { msg, path: back, status: 400 })
  const edit = readBulkEdit(body, await catalogue.categories())
  if (!edit) return refuse(productTexts.bulkMalformed)
  const ticked = Object.keys(body).flatMap((name) =>
    name.startsWith(PICK) ? [name.slice(PICK.length)] : [],
  )
  const isAll = body['scope'] === 'all'
  const search = readProductSearch(new URL(back, context.url).searchParams)
  const skus = isAll ? await findSkus(db, search) : ticked
  if (skus.length === 0) return refuse(productTexts.bulkNone)
  return bringEdits(context, new Map(skus.map((sku) => [sku, edit])), back)
})
