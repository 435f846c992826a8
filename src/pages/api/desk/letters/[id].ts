import * as z from 'zod/mini'
import { markAnswered } from '#lib/server/letters/answered.ts'
import { letterNumber } from '#lib/server/letters/letter-number.ts'
import { letterTexts } from '#lib/texts/page/desk-letters.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forStaff, nextAtDesk } from '#pages/api/desk/_counter.ts'
import { replyAtDesk } from '#pages/api/desk/_desk.ts'

const bodySchema = z.object({ answered: z.enum(['yes', 'no']) })
const idSchema = z.string().check(z.regex(/^[\w-]{1,100}$/))

/** POST /api/desk/letters/{id} {answered}: notes that a letter was answered, or not after all. */
export const POST = forStaff(async (context) => {
  const { counter, locals, params } = context
  const path = nextAtDesk(context, '/desk/letters')
  const id = idSchema.safeParse(params['id'])
  const body = bodySchema.safeParse(locals.body)
  if (!body.success) return replyAtDesk(context, { msg: letterTexts.malformed, path, status: 400 })
  const isAnswered = body.data.answered === 'yes'
  const at = isAnswered ? counter.now() : null
  if (!id.success || !(await markAnswered(locals.db, id.data, at))) return notFound()
  const msg = letterTexts[isAnswered ? 'marked' : 'unmarked'](letterNumber(id.data))
  return replyAtDesk(context, { msg, path })
})
