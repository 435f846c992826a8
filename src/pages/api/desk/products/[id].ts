import { findBySku } from '#lib/server/desk/products/find-by-sku.ts'
import { deskProductPath, productsPath } from '#lib/desk/products.ts'
import { writeNewList } from '#lib/server/desk/products/edit-list.ts'
import { FormPictures } from '#lib/server/desk/form-pictures.ts'
import { editOf, readProductForm } from '#lib/server/desk/products/product-form.ts'
import { typedValues } from '#lib/server/desk/typed-form.ts'
import { parseMark } from '#lib/server/import/read/product/stock.ts'
import { deskProductTexts } from '#lib/texts/page/desk-products.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'
import { takeKept, withoutPictures } from '#pages/api/desk/_kept-pictures.ts'
import { bringEdits, bringList } from '#pages/api/desk/products/_edits.ts'

/** POST /api/desk/products/{id}: the form of one product; with the id `new`, of a new one. */
export const POST = forEditors(async (context) => {
  const { db, received = [] } = context.locals
  const { kept, fields: body } = await takeKept(context, context.locals.body ?? {})
  const { id = '' } = context.params
  const path = deskProductPath(id)
  // Only a new product's form gets its values back; an existing one's page shows what the shop has.
  const { was: _, what: __, ...fields } = body
  const again = id === 'new' ? { typed: fields } : {}
  const refuse = (msg: string, status = 400) =>
    replyAtDesk(context, { msg, path, status, ...again })
  const sku = typeof body['sku'] === 'string' ? body['sku'].trim() : ''
  await using pictures = await FormPictures.of(received, id === 'new' ? sku : id, kept)
  const form = readProductForm(body, [...pictures.from('photo'), ...pictures.from('picture')])
  if (!form) return refuse(serverAnswers.unreadForm)
  const typed = { path, values: typedValues(body), pictures: pictures.named }
  if (id === 'new') {
    if (await findBySku(db, sku))
      return refuse(withoutPictures(deskProductTexts.skuTaken(sku), pictures), 409)
    const said = Object.entries({ ...form.cells, sku }).filter(([, text]) => text !== '')
    // Awaited here, as the uploaded pictures are removed when the function returns.
    const list = writeNewList(Object.fromEntries(said))
    return await bringList(context, list, productsPath, { pictures, typed })
  }
  const product = await db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!product) return notFound()
  const edit = body['what'] === 'withdraw' ? () => ({ withdrawn: 'yes' }) : editOf(form)
  const shownAfter = parseMark(form.was.stockwas ?? '')?.after
  return await bringEdits(context, new Map(edit ? [[product.sku, edit]] : []), path, {
    shownAfter,
    pictures,
    typed,
  })
})
