import * as z from 'zod/mini'
import type { Result } from '#lib/result.ts'
import { Breaker } from './breaker.ts'
import type { GatewayError } from './provider.ts'

export type RazorpaySettings = {
  apiUrl: string
  keyId: string
  keySecret: string
  /** How long one call may take; tests shorten it. */
  limitMs?: number
  /** How long all calls together may take for a buyer who waits; tests shorten it. */
  patienceMs?: number
  /** How long the breaker waits before it asks again. */
  pauseMs?: number
}

export type Ask<Answer> = {
  method: 'GET' | 'POST'
  path: string
  body?: object
  headers?: Record<string, string>
  answer: z.ZodMiniType<Answer>
  /** What the call is about, if its path does not tell. */
  about?: string
  /** Not retried at once: the person waiting has waited long enough (F24). */
  isOnce?: boolean
  /** Ends this call, and keeps it from being tried again. */
  signal?: AbortSignal | undefined
  /** Statuses that tell nothing about what was asked for. */
  silent?: readonly number[]
}

const LIMIT_MS = 5000
const MAX_ANSWER = 1024 * 1024

/**
 * A small client of Razorpay's API: five seconds per call, one retry, a circuit breaker, and a schema for
 * each answer (F24, F25).
 */
export class RazorpayClient {
  readonly breaker: Breaker
  #settings: RazorpaySettings
  #authorization: string

  constructor(settings: RazorpaySettings) {
    this.#settings = settings
    this.breaker = new Breaker(() => this.#isThere(), settings.pauseMs)
    const { keyId, keySecret } = settings
    this.#authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  }

  async ask<Answer>(ask: Ask<Answer>): Promise<Result<Answer, GatewayError>> {
    const isOver = () => ask.signal?.aborted === true
    if (!this.breaker.isClosed || isOver()) return { ok: false, error: 'unavailable' }
    const first = await this.#try(ask)
    const isDone = first.ok || first.error !== 'away' || ask.isOnce === true || isOver()
    const result = isDone ? first : await this.#try(ask)
    if (result.ok || result.error === 'refused') {
      this.breaker.succeeded()
      return result.ok ? result : { ok: false, error: 'refused' }
    }
    // An unreadable answer, or a rate limit, concerns only this call.
    if (result.error === 'away') this.breaker.failed(ask.about ?? ask.path)
    return { ok: false, error: 'unavailable' }
  }

  /** Whether the provider answers at all. */
  async #isThere(): Promise<boolean> {
    const asked = await this.#try({ method: 'GET', path: '/payments?count=1', answer: z.unknown() })
    return asked.ok || asked.error !== 'away'
  }

  async #try<Answer>(ask: Ask<Answer>): Promise<Result<Answer, Fault>> {
    const { apiUrl, limitMs = LIMIT_MS } = this.#settings
    const limit = AbortSignal.timeout(limitMs)
    try {
      const response = await fetch(`${apiUrl}/v1${ask.path}`, {
        method: ask.method,
        headers: {
          authorization: this.#authorization,
          ...(ask.body && { 'content-type': 'application/json' }),
          ...ask.headers,
        },
        ...(ask.body && { body: JSON.stringify(ask.body) }),
        redirect: 'error',
        signal: ask.signal ? AbortSignal.any([limit, ask.signal]) : limit,
      })
      const text = await response.text()
      if (response.status >= 500 || response.status === 408) return AWAY
      if (response.status === 409 || response.status === 429) return UNREAD
      if (ask.silent?.includes(response.status)) return UNREAD
      if (!response.ok) return { ok: false, error: 'refused' }
      if (text.length > MAX_ANSWER) return UNREAD
      const parsed = ask.answer.safeParse(jsonOf(text))
      return parsed.success ? { ok: true, value: parsed.data } : UNREAD
    } catch {
      return AWAY
    }
  }
}

/** `away`: nobody answered. `unread`: there was an answer, but none that says anything about this call. */
type Fault = 'away' | 'unread' | 'refused'
const AWAY = { ok: false, error: 'away' } as const
const UNREAD = { ok: false, error: 'unread' } as const

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
