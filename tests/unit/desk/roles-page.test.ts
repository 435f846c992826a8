import { expect, test } from 'vitest'
import { lastActions } from '#lib/server/desk/actions.ts'
import { callDesk, openDesk } from '#tests/support/open-desk.ts'

test('an owner gives roles and takes them back, which is recorded; an editor does not', async () => {
  await using at = await openDesk()
  const owner = await at.editorOf('owner')
  const { email } = at.shopper
  const say = async (body: Record<string, string>, user = owner) =>
    (await callDesk(at, 'POST /api/desk/roles', { user, body })).status
  const kept = async () => {
    const found = at.db.selectFrom('user').select('roles').where('email', '=', email)
    return (await found.executeTakeFirstOrThrow()).roles
  }
  const confirm = (email_verified: boolean) =>
    at.db.updateTable('user').set({ email_verified }).where('email', '=', email).execute()
  await confirm(false)
  expect(await say({ email, role: 'staff', what: 'grant' })).toBe(409)
  await confirm(true)
  expect(await say({ email, role: 'staff', what: 'grant' }, at.editor)).toBe(404)
  expect(await say({ email, role: 'staff', what: 'grant' })).toBe(200)
  expect(await say({ email, role: 'editor', what: 'grant' })).toBe(200)
  expect(await kept()).toBe('editor|staff')
  expect(await say({ email, role: 'staff', what: 'revoke' })).toBe(200)
  expect(await kept()).toBe('editor')
  expect(await say({ email: owner.email, role: 'owner', what: 'revoke' })).toBe(409)
  expect(await say({ email: 'nobody@example.com', role: 'staff', what: 'grant' })).toBe(409)
  expect(await say({ email, role: 'king', what: 'grant' })).toBe(400)
  const actions = await lastActions(at.db, 9, { who: owner.email, kind: 'grant' })
  expect(actions).toMatchObject([{ what: `${email}: editor` }, { what: `${email}: staff` }])
})
