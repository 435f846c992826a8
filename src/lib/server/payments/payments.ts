import type { Logger } from 'pino'
import type { ProviderName } from '#lib/checkout/providers.ts'
import { keptSecret } from '#lib/server/settings/auth-secret.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Log } from '#lib/server/http/log.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { type DemoGateway, openDemo } from './demo.ts'
import type { PaymentProvider } from './provider.ts'
import { openRazorpay } from './razorpay.ts'

/** Points in a checkout at which killing the process must do no harm (F01 to F09). */
export type KillPoint =
  | 'kp:cart-read'
  | 'kp:attempt-saved'
  | 'kp:gateway-order-made'
  | 'kp:gateway-order-saved'
  | 'kp:proof-checked'
  | 'kp:order-tx-open'
  | 'kp:order-saved'

/** What checkout, orders and webhooks need; passed to pages and API calls in `locals`. */
export type Payments = {
  db: Db
  provider: PaymentProvider
  /** The provider again if it is the demo gateway; otherwise its routes do not exist (T13). */
  demo: DemoGateway | undefined
  settings: PaymentSettings
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  step: (step: KillPoint, about: string) => void
  now: () => number
}

export type PaymentSettings = Pick<
  Settings,
  | 'authSecret'
  | 'cashOnDelivery'
  | 'upiId'
  | 'cashLimitPaise'
  | 'cashOpenOrders'
  | 'cashUnconfirmed'
  | 'messages'
  | 'unpaidUnits'
  | 'unpaidUnitsBlock'
  | 'holdMs'
  | 'holdUnconfirmedMs'
  | 'reconcileMs'
  | 'publicUrl'
  | 'dataDir'
  | 'sendsNoMail'
  | 'razorpayApiUrl'
  | 'razorpayCheckoutJs'
>

/** Opens the provider of the settings, which were checked at start (H13, P9). */
export function openPayments(db: Db, settings: Settings, { logger, end }: Log): Payments {
  return {
    db,
    ...OPENERS[settings.paymentProvider](db, settings),
    settings,
    log: logger,
    step(name, about) {
      if (!logger.isLevelEnabled('debug')) return
      logger.debug({ about }, name)
      // A test that waits for this line must see it at once.
      void end()
    },
    now: Date.now,
  }
}

type Opened = Pick<Payments, 'provider' | 'demo'>
const OPENERS: Record<ProviderName, (db: Db, settings: Settings) => Opened> = {
  demo(db, settings) {
    const demo = openDemo(db, keptSecret(settings))
    return { provider: demo, demo }
  },
  razorpay: (_, settings) => ({ provider: razorpayOf(settings), demo: undefined }),
}

function razorpayOf(settings: Settings): PaymentProvider {
  const { razorpayKeyId: keyId = '', razorpayKeySecret: keySecret = '' } = settings
  const { razorpayApiUrl: apiUrl, razorpayWebhookSecret: webhookSecret } = settings
  return openRazorpay({ apiUrl, keyId, keySecret, webhookSecret })
}
