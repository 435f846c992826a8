import * as z from 'zod/mini'
import type { GoogleReport } from './google-report.ts'

/** Any answer of the account API: whether it was done, a message, and the field it is about. */
const answerSchema = z.object({
  error: z.boolean(),
  msg: z._default(z.string(), ''),
  field: z.optional(z.string()),
  /**
   * `signedOut`: the session has ended. The status 401 would not tell, as a wrong password gets it
   * too.
   */
  code: z.optional(z.string()),
})
export type AccountAnswer = z.infer<typeof answerSchema>

const userSchema = z.object({ id: z.string(), name: z.string(), email: z.string() })
const savedSchema = z.extend(answerSchema, { user: z.optional(userSchema) })
const signedInSchema = z.extend(savedSchema, {
  token: z.optional(z.string()),
  /** Message about what was merged from before the sign-in. */
  merged: z.optional(z.string()),
  /** The pending action that was carried out after the sign-in. */
  pending: z.optional(z.object({ msg: z.string(), next: z.string() })),
})
export type SignInAnswer = z.infer<typeof signedInSchema>

const verifySchema = z.extend(signedInSchema, {
  error: z.optional(z.boolean()),
  success: z.boolean(),
})

/** Reads an answer; undefined if it is not one of the account API. */
export function readAnswer(answer: unknown): AccountAnswer | undefined {
  return answerSchema.safeParse(answer).data
}

/** Reads the answer to a changed profile, with the user it belongs to. */
export function readSaved(answer: unknown): z.infer<typeof savedSchema> | undefined {
  return savedSchema.safeParse(answer).data
}

/** Reads the answer to a sign-in; undefined if it succeeded but lacks token or user. */
export function readSignIn(answer: unknown): SignInAnswer | undefined {
  const { data } = signedInSchema.safeParse(answer)
  return data && (data.error || (data.token && data.user)) ? data : undefined
}

/**
 * Reads the answer of /api/user/verifyemail (S-182) in the shape of a sign-in, which it may or may
 * not include.
 */
export function readVerified(answer: unknown): SignInAnswer | undefined {
  const { data } = verifySchema.safeParse(answer)
  return data ? { ...data, error: !data.success } : readAnswer(answer)
}

const reportSchema = z.object({
  state: z.string(),
  credential: z.optional(z.string()),
  error: z.optional(z.string()),
})

/** Reads what came over the popup's channel, if it has the shape of a report (A18). */
export function readReport(data: unknown): GoogleReport | undefined {
  return reportSchema.safeParse(data).data
}

const nonceSchema = z.object({ nonce: z.string() })

/** Reads the nonce that this browser may sign in with next (A33). */
export function readNonce(answer: unknown): string | undefined {
  return nonceSchema.safeParse(answer).data?.nonce
}
