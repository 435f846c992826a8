import { pickedIn } from '#lib/desk/picked.ts'
import { productsPath, readProductSearch } from '#lib/desk/products.ts'
import { readBulkEdit } from '#lib/server/desk/products/bulk-edits.ts'
import { findSkus } from '#lib/server/desk/products/find-products.ts'
import { typedValues } from '#lib/server/desk/typed-form.ts'
import { deskProductTexts } from '#lib/texts/page/desk-products.ts'
import { nextAtDesk } from '#pages/api/desk/_counter.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'
import { bringEdits } from '#pages/api/desk/products/_edits.ts'

/** POST /api/desk/products/bulk: one change of all ticked products, or of all that are looked for. */
export const POST = forEditors(async (context) => {
  const { body = {}, catalogue, db } = context.locals
  const back = nextAtDesk(context, productsPath)
  const { next: _, what: __, ...fields } = body
  const typed = { path: back, values: typedValues(fields), pictures: [] }
  const refuse = (msg: string) =>
    replyAtDesk(context, { msg, path: back, status: 400, typed: typed.values })
  const edit = readBulkEdit(body, await catalogue.categories())
  if (!edit.ok) return refuse(deskProductTexts.bulkFaults[edit.error])
  const isAll = body['scope'] === 'all'
  const search = readProductSearch(new URL(back, context.url).searchParams)
  const skus = isAll ? await findSkus(db, search) : pickedIn(body)
  if (skus.length === 0) return refuse(deskProductTexts.bulkNone)
  return bringEdits(context, new Map(skus.map((sku) => [sku, edit.value])), back, { typed })
})
