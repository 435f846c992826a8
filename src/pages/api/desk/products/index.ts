import { importNumber, productsPath } from '#lib/desk/products.ts'
import { readRowEdits } from '#lib/server/desk/products/row-edits.ts'
import { productTexts } from '#lib/texts/page/desk-products.ts'
import { nextAtDesk } from '#pages/api/desk/_counter.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'
import { bringEdits } from '#pages/api/desk/products/_edits.ts'

/** POST /api/desk/products: what was changed on a page of products becomes a list, which is checked. */
export const POST = forEditors(async (asked) => {
  const { next: _, base, ...fields } = asked.locals.body ?? {}
  const back = nextAtDesk(asked, productsPath)
  const edits = readRowEdits(fields)
  if (!edits) return replyAtDesk(asked, { msg: productTexts.malformed, path: back, status: 400 })
  const shownAfter = importNumber.safeParse(base)
  return bringEdits(asked, edits, back, { shownAfter: shownAfter.data })
})
