import * as z from 'zod/mini'
import type { GoogleReport } from './google-report.ts'

/** What a call of accounts answers: done or refused, and where. */
const answerSchema = z.object({
  error: z.boolean(),
  msg: z._default(z.string(), ''),
  field: z.optional(z.string()),
  /** `signedOut`: the session has ended; a wrong password is answered 401 as well. */
  code: z.optional(z.string()),
})
export type AccountAnswer = z.infer<typeof answerSchema>

const userSchema = z.object({ id: z.string(), name: z.string(), email: z.string() })
const savedSchema = z.extend(answerSchema, { user: z.optional(userSchema) })
const signedInSchema = z.extend(savedSchema, {
  token: z.optional(z.string()),
  /** What came along from before the sign-in. */
  merged: z.optional(z.string()),
  /** What was refused before and is done now. */
  pending: z.optional(z.object({ msg: z.string(), next: z.string() })),
})
export type SignInAnswer = z.infer<typeof signedInSchema>

const verifySchema = z.extend(signedInSchema, {
  error: z.optional(z.boolean()),
  success: z.boolean(),
})

/** Undefined for what is no answer of ours. */
export function readAnswer(answer: unknown): AccountAnswer | undefined {
  return answerSchema.safeParse(answer).data
}

/** The answer to a changed profile, with whose it is. */
export function readSaved(answer: unknown): z.infer<typeof savedSchema> | undefined {
  return savedSchema.safeParse(answer).data
}

/** A sign-in without token or user is none. */
export function readSignIn(answer: unknown): SignInAnswer | undefined {
  const { data } = signedInSchema.safeParse(answer)
  return data && (data.error || (data.token && data.user)) ? data : undefined
}

/** The answer of /api/user/verifyemail (S-182), in the shape of the others: a sign-in with it, or none. */
export function readVerified(answer: unknown): SignInAnswer | undefined {
  const { data } = verifySchema.safeParse(answer)
  return data ? { ...data, error: !data.success } : readAnswer(answer)
}

const reportSchema = z.object({
  state: z.string(),
  credential: z.optional(z.string()),
  error: z.optional(z.string()),
})

/** What came over the popup's channel, if it has the shape of a report (A18). */
export function readReport(data: unknown): GoogleReport | undefined {
  return reportSchema.safeParse(data).data
}

const nonceSchema = z.object({ nonce: z.string() })

/** The nonce that this browser may sign in with next (A33). */
export function readNonce(answer: unknown): string | undefined {
  return nonceSchema.safeParse(answer).data?.nonce
}
