import { betterAuth } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { DAY_MS } from '#lib/server/durations.ts'
import { isPostgres } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { newId } from './new-id.ts'
import type { Passwords } from './passwords.ts'

/** A session ends after this long without a visit (A28). */
const IDLE_MS = 7 * DAY_MS

/** A visit extends a session only if it was last extended this long ago, so that not every page view writes. */
const RENEW_AFTER_S = 6 * 3600

type Options = {
  db: Db
  databaseUrl: string
  publicUrl: URL
  secret: string
  passwords: Passwords
  isVerificationRequired: boolean
}

/**
 * The auth library on the shop's database: sessions, their cookies, and sign-in by password. Its own routes
 * are not reachable; its limits, mails and sign-up are not used, as ours do more (docs/accounts.md).
 */
export function makeAuth(options: Options) {
  const { db, databaseUrl, publicUrl, secret, passwords, isVerificationRequired } = options
  const isHttps = publicUrl.protocol === 'https:'
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return betterAuth({
    appName: 'Kirana',
    baseURL: publicUrl.origin,
    secret,
    trustedOrigins: [publicUrl.origin],
    database: { db, type: isPostgres(databaseUrl) ? 'postgres' : 'sqlite' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      maxPasswordLength: 1024,
      requireEmailVerification: isVerificationRequired,
      password: {
        hash: (password) => passwords.hash(password),
        verify: ({ hash, password }) => passwords.verify(password, hash),
      },
    },
    session: {
      expiresIn: IDLE_MS / 1000,
      updateAge: RENEW_AFTER_S,
      // Reading a session writes nothing; session.ts extends it where the database can be written.
      deferSessionRefresh: true,
      fields: {
        ...times,
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
    },
    user: {
      fields: { ...times, emailVerified: 'email_verified' },
      additionalFields: {
        roles: { type: 'string', required: false, input: false },
      },
    },
    account: {
      fields: {
        ...times,
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { fields: { ...times, expiresAt: 'expires_at' } },
    advanced: {
      // `useSecureCookies` would add a prefix of its own (H9).
      useSecureCookies: false,
      cookiePrefix: isHttps ? '__Host-kirana' : 'kirana',
      defaultCookieAttributes: { secure: isHttps, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      database: { generateId: newId },
    },
    plugins: [openSession],
  })
}
export type Auth = ReturnType<typeof makeAuth>

/** Opens a session for a user identified by other means, such as Google's token. */
const openSession = {
  id: 'open-session',
  endpoints: {
    openSession: createAuthEndpoint(
      '/open-session',
      {
        method: 'POST',
        metadata: { SERVER_ONLY: true },
        body: z.object({ userId: z.string() }),
        requireHeaders: true,
      },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw ctx.error('NOT_FOUND')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ userId: user.id })
      },
    ),
  },
} as const
