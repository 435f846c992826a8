import type { AccountAnswer } from '#lib/account/account-answers.ts'
import { put, upload } from '#lib/api-client.ts'
import { loadAnswers } from './account-answers.ts'
import { askToEnd, saveSession } from './session.ts'

type Fields = Record<string, FormDataEntryValue | null>
type Known = { name: string; email: string; phone: string; images: readonly string[] }

const pathOf = (userId: string) => `/api/user/${encodeURIComponent(userId)}`

// Each function returns the server's answer, or undefined if no readable answer came.

/** Saves name and phone (S-180); the header shows a new name at once. */
export async function saveProfile(
  userId: string,
  fields: { name: string; email: string; phone: string },
): Promise<AccountAnswer | undefined> {
  const { readSaved } = await loadAnswers()
  const answer = readSaved(await put(pathOf(userId), fields))
  if (answer?.user && !answer.error) saveSession('signed-in', answer.user)
  return answer
}

/**
 * Changes the password, given the old one. The profile is sent along as specified, but not changed
 * (S-111).
 */
export async function changePassword(
  userId: string,
  { name, email, phone, images }: Known,
  { password, newpass }: Fields,
): Promise<AccountAnswer | undefined> {
  const { readAnswer } = await loadAnswers()
  const body = { name, email, password, newpass, phone, images }
  return readAnswer(await put(pathOf(userId), body))
}

/** Deletes the account for good. */
export async function deleteAccount(
  userId: string,
  password: string,
): Promise<AccountAnswer | undefined> {
  const { readAnswer } = await loadAnswers()
  return readAnswer(await askToEnd(pathOf(userId), { _method: 'delete', password }))
}

/** Uploads a picture of the shopper (S-181). */
export async function savePicture(userId: string, file: File): Promise<AccountAnswer | undefined> {
  const body = new FormData()
  body.append('userid', userId)
  body.append('images', file)
  const { readAnswer } = await loadAnswers()
  return readAnswer(await upload('/api/user/uploadfiles', body))
}
