import { deskMessages as messages } from '#lib/texts/browser/desk.ts'
import { deskPath } from '#lib/desk.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'

/** POST /api/desk/imports/{number}/undo: takes an import back, or says why not. */
export const ALL = forEditors('POST', async (asked) => {
  const { desk, user, params } = asked
  const number = /^[1-9]\d{0,8}$/.test(params['number'] ?? '') ? Number(params['number']) : 0
  if (number === 0) return notFound()
  const outcome = await desk.undo(user, number)
  if ('refusal' in outcome) {
    return replyAtDesk(asked, { msg: outcome.refusal, path: deskPath, status: 409 })
  }
  return replyAtDesk(asked, { msg: messages.undone(outcome), path: deskPath })
})
