import { accountMessages } from '#lib/texts/page/account.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { ACCOUNT_RULES } from '#lib/server/accounts/limits.ts'
import { isPicture, type PictureFault } from '#lib/server/accounts/pictures.ts'
import { savePicture } from '#lib/server/accounts/save-picture.ts'
import { type Context } from '#pages/api/_reply.ts'
import {
  accountsOf,
  accountWrite,
  fail,
  type AccountFault,
  note,
  succeed,
  tooMany,
} from './_account.ts'

const RETRY_S = 2

/**
 * POST /api/user/uploadfiles, multipart with `images`: saves a new picture of the user (S-181,
 * H11).
 */
export async function POST(context: Context): Promise<Response> {
  return accountWrite(context, async (user, screen) => {
    const accounts = accountsOf(context)
    const seconds = await accounts.limits.take(ACCOUNT_RULES.upload, user.id)
    if (seconds > 0) return fail(context, tooMany(seconds), screen)
    const file = context.locals.files?.find(({ field }) => field === 'images')
    if (!file || !isPicture(file)) return fail(context, REFUSED, screen)
    const made = await accounts.pictures.make(file.bytes)
    if (!made.ok) return fail(context, FAULTS[made.error], screen)
    await savePicture(accounts, user.id, made.value)
    note(context, 'info', 'A picture was uploaded')
    const saved = { msg: accountMessages.pictureSaved, images: [made.value] }
    return succeed(context, saved, { next: screen })
  })
}

const REFUSED: AccountFault = { msg: accountFormMessages.pictureRefused, field: 'images' }
const FAULTS: Record<PictureFault, AccountFault> = {
  refused: REFUSED,
  busy: { msg: accountMessages.busy, code: 503, retryS: RETRY_S },
}
