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
import { type Asked, reply } from '#pages/api/_reply.ts'
import {
  accountsOf,
  fail,
  type Fault,
  nextOf,
  note,
  ownUser,
  succeed,
  tooMany,
  unlessBusy,
} from './_account.ts'

/** GET /api/user/{id}: name, email, phone, images of oneself; never a password (S-179). */
export async function GET(asked: Asked): Promise<Response> {
  const user = ownUser(asked)
  if (user instanceof Response) return user
  return reply({ id: user.id, ...(await readProfile(accountsOf(asked), user.id)) })
}

/** PUT /api/user/{id}: the profile, or with `newpass` the password (S-180). */
export async function PUT(asked: Asked): Promise<Response> {
  const user = ownUser(asked)
  if (user instanceof Response) return user
  const { body = {} } = asked.locals
  return 'newpass' in body || 'password' in body ? savePassword(asked, user) : save(asked, user)
}

async function save(asked: Asked, user: SignedInUser): Promise<Response> {
  const screen = nextOf(asked, '/myaccount')
  const form = readForm(profileSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, screen, ['name', 'phone'])
  await saveProfile(accountsOf(asked), user.id, form.value)
  const { name } = form.value
  const answer = {
    msg: accountMessages.profileSaved,
    user: { id: user.id, name, email: user.email },
  }
  return succeed(asked, answer, { next: screen })
}

async function savePassword(asked: Asked, user: SignedInUser): Promise<Response> {
  const screen = nextOf(asked, '/myaccount')
  const form = readForm(passwordChangeSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, screen)
  const { password: old, newpass: next, keepsessions } = form.value
  const areOthersKept = ![undefined, false, '', 'false'].includes(keepsessions)
  return unlessBusy(asked, screen, async () => {
    const done = await changePassword(accountsOf(asked), user, { old, next, areOthersKept })
    if (!done.ok) {
      note(asked, 'warn', 'A change of password was refused')
      return fail(asked, word(done.error, accountMessages.wrongPassword), screen)
    }
    note(asked, 'info', 'A password was changed')
    return succeed(asked, { msg: accountMessages.passwordSaved }, { next: screen })
  })
}

/** DELETE /api/user/{id} {password}: the account goes, orders stay without a name to them. */
export async function DELETE(asked: Asked): Promise<Response> {
  const user = ownUser(asked)
  if (user instanceof Response) return user
  const screen = nextOf(asked, '/myaccount')
  const form = readForm(deletionSchema, asked.locals.body)
  if (!form.ok) return fail(asked, form.error, screen)
  return unlessBusy(asked, screen, async () => {
    const accounts = accountsOf(asked)
    const done = await deleteAccount(accounts, user, form.value.password)
    if (!done.ok) {
      note(asked, 'warn', 'A deletion was refused')
      return fail(asked, word(done.error, accountMessages.wrongOwnPassword), screen)
    }
    note(asked, 'info', 'An account was deleted')
    const cookies = await endSession(accounts, asked.request.headers)
    const response = succeed(asked, { msg: accountMessages.deleted }, { next: '/', cookies })
    response.headers.set('clear-site-data', '"storage"')
    return response
  })
}

function word(fault: PasswordFault, wrong: string): Fault {
  if (fault.code === 'tooMany') return tooMany(fault.seconds)
  if (fault.code === 'weak') return { msg: accountMessages.weak[fault.weakness], field: 'newpass' }
  return { msg: wrong, field: 'password' }
}
