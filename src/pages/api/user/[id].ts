import { readForm } from '#lib/account/account.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { deletionSchema, passwordChangeSchema, profileSchema } from '#lib/account/profile.ts'
import {
  changePassword,
  deleteAccount,
  type PasswordFault,
  readProfile,
  saveProfile,
} from '#lib/server/accounts/profile.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { endSession } from '#lib/server/accounts/sign-in.ts'
import { type Context, reply } from '#pages/api/_reply.ts'
import { personal } from '#pages/api/_write.ts'
import {
  accountsOf,
  accountWrite,
  clearedCookies,
  fail,
  type AccountFault,
  note,
  succeed,
  tooMany,
  unknown,
  unlessBusy,
} from './_account.ts'

/** GET /api/user/{id}: the user's own name, email, phone and images; never a password (S-179). */
export async function GET(context: Context): Promise<Response> {
  return personal(context, async ({ id }) => {
    if (context.params['id'] !== id) return unknown(context)
    return reply({ id, ...(await readProfile(accountsOf(context), id)) })
  })
}

/** PUT /api/user/{id}: saves the profile or, with `newpass`, changes the password (S-180). */
export async function PUT(context: Context): Promise<Response> {
  const { body = {} } = context.locals
  return ownWrite(context, 'newpass' in body || 'password' in body ? savePassword : save)
}

type WriteOwn = (context: Context, user: SignedInUser, screen: string) => Promise<Response>

/** Another user's id in the path is answered like an unknown one (T02, I8). */
function ownWrite(context: Context, write: WriteOwn): Promise<Response> {
  return accountWrite(context, async (user, screen) =>
    context.params['id'] === user.id ? write(context, user, screen) : unknown(context),
  )
}

const save: WriteOwn = async (context, user, screen) => {
  const form = readForm(profileSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen, ['name', 'phone'])
  await saveProfile(accountsOf(context), user.id, form.value)
  const { name } = form.value
  const answer = {
    msg: accountMessages.profileSaved,
    user: { id: user.id, name, email: user.email },
  }
  return succeed(context, answer, { next: screen })
}

const savePassword: WriteOwn = async (context, user, screen) => {
  const form = readForm(passwordChangeSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen)
  const { password: old, newpass: next, keepsessions } = form.value
  const areOthersKept = ![undefined, false, '', 'false'].includes(keepsessions)
  return unlessBusy(context, screen, async () => {
    const done = await changePassword(accountsOf(context), user, { old, next, areOthersKept })
    if (!done.ok) {
      note(context, 'warn', 'A change of password was refused')
      return fail(context, word(done.error, accountMessages.wrongPassword), screen)
    }
    note(context, 'info', 'A password was changed')
    const { cookie, silenced } = done.value
    const msg = accountMessages.withSilenced(accountMessages.passwordSaved, silenced)
    return succeed(context, { msg }, { next: screen, cookies: [cookie] })
  })
}

/** DELETE /api/user/{id} {password}: deletes the account; its orders stay, without a name. */
export async function DELETE(context: Context): Promise<Response> {
  return ownWrite(context, remove)
}

const remove: WriteOwn = async (context, user, screen) => {
  const form = readForm(deletionSchema, context.locals.body)
  if (!form.ok) return fail(context, form.error, screen)
  return unlessBusy(context, screen, async () => {
    const accounts = accountsOf(context)
    const done = await deleteAccount(accounts, user, form.value.password)
    if (!done.ok) {
      note(context, 'warn', 'A deletion was refused')
      return fail(context, word(done.error, accountMessages.wrongOwnPassword), screen)
    }
    note(context, 'info', 'An account was deleted')
    const ended = await endSession(accounts, context.request.headers)
    const cookies = [...ended, ...clearedCookies(accounts)]
    const response = succeed(context, { msg: accountMessages.deleted }, { next: '/', cookies })
    response.headers.set('clear-site-data', '"storage"')
    return response
  })
}

function word(fault: PasswordFault, wrong: string): AccountFault {
  if (fault.code === 'tooMany') return tooMany(fault.seconds)
  if (fault.code === 'weak') return { msg: accountMessages.weak[fault.weakness], field: 'newpass' }
  if (fault.code === 'lastOwner') return { msg: accountMessages.lastOwner }
  return { msg: wrong, field: 'password' }
}
