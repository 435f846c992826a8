import { uploadPath } from '#lib/desk/uploads.ts'
import type { Desk } from '#lib/server/desk/desk.ts'
import type { TypedForm } from '#lib/server/desk/typed-form.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { deskMessages } from '#lib/texts/browser/desk.ts'
import { productTexts } from '#lib/texts/page/desk-products.ts'
import { answerForm, type Context, notFound, textsOf } from '#pages/api/_reply.ts'

/** Whoever saves by a form waits for its small list, up to this; a longer check shows its progress. */
const CHECK_MS = 3000

export type AtDesk = Context & { desk: Desk; user: SignedInUser }

/** A call of the desk; to anybody else it is an unknown address (S-001). */
export function forEditors(answer: (context: AtDesk) => Promise<Response>) {
  return async (context: Context): Promise<Response> => {
    const { desk, user } = context.locals
    if (!desk || !user?.isEditor) return notFound()
    // Not all of Astro's context: some of its parts must not even be looked at.
    const { locals, params, request, url } = context
    return answer({ locals, params, request, url, desk, user })
  }
}

type Notice = {
  msg: string
  path: string
  status?: number
  /** Of a refused form what was typed, which its page shows again. */
  typed?: Record<string, unknown>
}

/** To a form the way to its next page, to a program JSON with that page's path. */
export function replyAtDesk(
  context: Context,
  { msg, path, status = 200, typed }: Notice,
): Response {
  const error = status >= 400
  const refused = typed && { path: path.replace(/\?.*/, ''), values: textsOf(typed), faulty: [] }
  return answerForm(context, status, { error, msg, ...(!error && { path }) }, path, refused)
}

/**
 * Waits until the list of a form is looked through, mostly, and leads to what it would change, or to what
 * has to be corrected in it. With what was `typed` it can be shown again.
 */
export async function replyChecked(
  context: AtDesk,
  id: string,
  typed?: TypedForm,
): Promise<Response> {
  if (typed) await context.desk.keepForm(id, typed)
  await context.desk.waitFor(id, CHECK_MS)
  const found = (await context.desk.find(context.user, id))?.found
  const error = found !== undefined && 'report' in found && found.report.faultCount > 0
  const msg = error ? deskMessages.formFaults : productTexts.checked
  const path = uploadPath(id)
  // The list is there, and can be looked at: it is no refusal.
  return answerForm(context, 200, { error, msg, path }, path)
}
