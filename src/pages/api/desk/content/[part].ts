import * as z from 'zod/mini'
import { importNumber } from '#lib/desk/products.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { writeBanners } from '#lib/server/desk/content/banners.ts'
import { followMoves, writeFollowed } from '#lib/server/desk/content/moved-categories.ts'
import { typedCategories } from '#lib/server/desk/content/write-categories.ts'
import { writeDelivery } from '#lib/server/desk/content/delivery.ts'
import {
  type ContentPart,
  type FormFields,
  isContentPart,
  type PartFiles,
  type PicturesFrom,
} from '#lib/server/desk/content/parts.ts'
import { writeSynonyms } from '#lib/server/desk/content/synonyms.ts'
import { textPath, writeTexts } from '#lib/server/desk/content/texts.ts'
import { writeWords } from '#lib/server/desk/content/words.ts'
import { FormPictures } from '#lib/server/desk/form-pictures.ts'
import { typedValues } from '#lib/server/desk/typed-form.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { waitForTurn } from '#pages/api/_limits.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk, replyChecked } from '#pages/api/desk/_desk.ts'
import { takeKept, withoutPictures } from '#pages/api/desk/_kept-pictures.ts'

const fieldsSchema = z.record(z.string().check(z.maxLength(200)), z.string())

type Writer = (
  db: Db,
  fields: FormFields,
  picturesFrom: PicturesFrom,
  pictured: readonly string[],
  shownAfter: number | undefined,
) => PartFiles | Promise<PartFiles>
const WRITERS: Record<ContentPart, Writer> = {
  words: writeWords,
  delivery: (_, fields) => writeDelivery(fields),
  synonyms: (_, fields) => writeSynonyms(fields),
  banners: (_, fields, picturesFrom) => writeBanners(fields, picturesFrom),
  categories: writeFollowed,
  texts: (db, fields, _pictures, _pictured, shownAfter) => writeTexts(db, fields, shownAfter),
}

/**
 * POST /api/desk/content/{part}: turns a form about anything but products into a list, which is
 * checked.
 */
export const POST = forEditors(async (context) => {
  const { desk, user, params, locals } = context
  const { part } = params
  if (!isContentPart(part)) return notFound()
  const path = `/desk/content/${part}`
  const refuse = (msg: string, status: number) => replyAtDesk(context, { msg, path, status })
  const { kept, fields: sent } = await takeKept(context, locals.body ?? {})
  await using pictures = await FormPictures.of(locals.received ?? [], part, kept)
  const { base, ...body } = sent
  const fields = fieldsSchema.safeParse(body)
  if (!fields.success) return refuse(deskListTexts.formWrong, 400)
  if (waitForTurn(context, user.id) > 0) return refuse(deskListTexts.tooOften, 429)
  const from = (field: string) => pictures.from(field)
  const after = importNumber.safeParse(base).data
  const written = await WRITERS[part](locals.db, fields.data, from, pictures.fields, after)
  const formPath = part === 'texts' ? textPath(written.fields ?? fields.data) : path
  if (!written.ok) {
    const typed = await typedAgain(locals.db, part, written.fields ?? fields.data)
    const msg = withoutPictures(written.error, pictures)
    return replyAtDesk(context, { msg, path: formPath, status: 400, ...typed })
  }
  const name = deskContentTexts.parts[part]
  const id = await desk.receiveParts(user, name, written.files, after, pictures)
  const values = typedValues(written.fields ? { base, ...written.fields } : sent)
  return replyChecked(context, id, { path: formPath, values, pictures: pictures.named })
})

/** The values of a form refused at once, for its page to show again. */
async function typedAgain(
  db: Db,
  part: ContentPart,
  fields: FormFields,
): Promise<{ typed: FormFields }> {
  if (part === 'categories') {
    const followed = await followMoves(db, fields)
    return { typed: await typedCategories(db, followed.fields) }
  }
  return { typed: fields }
}
