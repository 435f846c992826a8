import type { AccountAnswer, SignInAnswer } from '#lib/account/account-answers.ts'
import { get, post } from '#lib/api-client.ts'
import { loadAnswers } from './account-answers.ts'

type Fields = Record<string, FormDataEntryValue | null>

// Each gives what the shop said, or undefined when no answer came that can be read.

/** Sends a sign-in with the fields (S-104). */
export async function signIn({ email, password }: Fields): Promise<SignInAnswer | undefined> {
  const { readSignIn } = await loadAnswers()
  return readSignIn(await post('/api/user/signin', { email, password, isadmin: false }))
}

/** Makes an account (S-177). */
export async function signUp(fields: Fields): Promise<AccountAnswer | undefined> {
  const { name, email, phone, password } = fields
  const body = { name, email, phone, password, isadmin: false }
  const { readAnswer } = await loadAnswers()
  return readAnswer(await post('/api/user/signup', body))
}

/**
 * Makes an account and signs in to it. An account whose mail was taken already answers the first as any other
 * does; the second says what every sign-in does (A25), and then there is no token.
 */
export async function joinShop(fields: Fields): Promise<SignInAnswer | undefined> {
  const made = await signUp(fields)
  if (!made || made.error) return made
  const entered = await signIn(fields)
  return entered?.token ? { ...entered, msg: made.msg } : made
}

/** Proves a mail by the code that was sent there (S-182). */
export async function verifyEmail(email: string, otp: string): Promise<SignInAnswer | undefined> {
  const { readVerified } = await loadAnswers()
  return readVerified(await post('/api/user/verifyemail', { email, otp }))
}

export async function resendCode(email: string): Promise<AccountAnswer | undefined> {
  const { readAnswer } = await loadAnswers()
  return readAnswer(await post('/api/user/resendotp', { email }))
}

/** Asks for a link to a new password. */
export async function askForLink(email: string, next: string): Promise<AccountAnswer | undefined> {
  const { readAnswer } = await loadAnswers()
  return readAnswer(await post('/api/user/forgot', { email, next }))
}

/** Chooses a new password by the secret of a mailed link. */
export async function resetPassword(
  token: string,
  password: string,
): Promise<AccountAnswer | undefined> {
  const { readAnswer } = await loadAnswers()
  return readAnswer(await post('/api/user/reset', { token, password }))
}

/** What goes along with Google's token (S-105); the server reads the token alone. */
const PROFILE = { name: '', email: '', password: null, images: '', phone: '' }

/** Signs in by the token that the popup brought (S-178). */
export async function signInByGoogle(credential: string): Promise<SignInAnswer | undefined> {
  const { readSignIn } = await loadAnswers()
  return readSignIn(await post('/api/user/authwithgoogle', { credential, ...PROFILE }))
}

/** A refused token may have used its nonce up: the next one that this browser may sign in with. */
export async function renewNonce(): Promise<string | undefined> {
  const { readNonce } = await loadAnswers()
  return readNonce(await get('/api/user/authwithgoogle'))
}
