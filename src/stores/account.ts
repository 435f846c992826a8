import type { AccountAnswer, SignInAnswer } from '#lib/account/account-answers.ts'
import { get, post } from '#lib/api-client.ts'
import { loadAnswers } from './account-answers.ts'

type Fields = Record<string, FormDataEntryValue | null>

// Each function returns the server's answer, or undefined if no readable answer came.

/** Signs in with email and password (S-104). */
export async function signIn({ email, password }: Fields): Promise<SignInAnswer | undefined> {
  const { readSignIn } = await loadAnswers()
  return readSignIn(await post('/api/user/signin', { email, password, isadmin: false }))
}

/** Creates an account (S-177). */
export async function signUp(fields: Fields): Promise<AccountAnswer | undefined> {
  const { name, email, phone, password } = fields
  const body = { name, email, phone, password, isadmin: false }
  const { readAnswer } = await loadAnswers()
  return readAnswer(await post('/api/user/signup', body))
}

/**
 * Creates an account and signs in to it. If the address is taken, the first answer does not tell;
 * only the sign-in fails, as any other would (A25), and the result has no token.
 */
export async function joinShop(fields: Fields): Promise<SignInAnswer | undefined> {
  const made = await signUp(fields)
  if (!made || made.error) return made
  const entered = await signIn(fields)
  return entered?.token ? { ...entered, msg: made.msg } : made
}

/** Confirms an email address with the code that was sent there (S-182). */
export async function verifyEmail(email: string, otp: string): Promise<SignInAnswer | undefined> {
  const { readVerified } = await loadAnswers()
  return readVerified(await post('/api/user/verifyemail', { email, otp }))
}

/** Asks for a new code to be mailed. */
export async function resendCode(email: string): Promise<AccountAnswer | undefined> {
  const { readAnswer } = await loadAnswers()
  return readAnswer(await post('/api/user/resendotp', { email }))
}

/** Asks for a password-reset link. */
export async function askForLink(email: string, next: string): Promise<AccountAnswer | undefined> {
  const { readAnswer } = await loadAnswers()
  return readAnswer(await post('/api/user/forgot', { email, next }))
}

/** Sets a new password with the token of a mailed link. */
export async function resetPassword(
  token: string,
  password: string,
): Promise<AccountAnswer | undefined> {
  const { readAnswer } = await loadAnswers()
  return readAnswer(await post('/api/user/reset', { token, password }))
}

/** Sent along with Google's token as specified (S-105); the server reads only the token. */
const PROFILE = { name: '', email: '', password: null, images: '', phone: '' }

/** Signs in with the token that Google's popup returned (S-178). */
export async function signInByGoogle(credential: string): Promise<SignInAnswer | undefined> {
  const { readSignIn } = await loadAnswers()
  return readSignIn(await post('/api/user/authwithgoogle', { credential, ...PROFILE }))
}

/** Fetches a new nonce, since a refused token may have used up the old one. */
export async function renewNonce(): Promise<string | undefined> {
  const { readNonce } = await loadAnswers()
  return readNonce(await get('/api/user/authwithgoogle'))
}
