import { importNumber, productsPath } from '#lib/desk/products.ts'
import { typedValues } from '#lib/server/desk/typed-form.ts'
import { readRowEdits } from '#lib/server/desk/products/row-edits.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'
import { nextAtDesk } from '#pages/api/desk/_counter.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'
import { bringEdits } from '#pages/api/desk/products/_edits.ts'

/**
 * POST /api/desk/products: turns the changes on a page of products into a list, which is checked.
 */
export const POST = forEditors(async (context) => {
  const { next: _, base, ...fields } = context.locals.body ?? {}
  const back = nextAtDesk(context, productsPath)
  const edits = readRowEdits(fields)
  const typed = { path: back, values: typedValues({ ...fields, base }), pictures: [] }
  if (!edits) {
    const again = { path: back, status: 400, typed: typed.values }
    return replyAtDesk(context, { msg: serverAnswers.unreadForm, ...again })
  }
  const shownAfter = importNumber.safeParse(base)
  return bringEdits(context, edits, back, { shownAfter: shownAfter.data, typed })
})
