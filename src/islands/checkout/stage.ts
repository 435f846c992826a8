import type { ComponentType } from 'react'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { PaymentEnd } from '#lib/checkout/checkout-answers.ts'

/** The dialog of the demo gateway; `onEnd` tells how it ended. */
type Window = ComponentType<{ attempt: AttemptAnswer; onEnd: (end: PaymentEnd) => void }>

/** A way on from a refusal, beside its text. */
export type WayOut = { href: string; text: string }

/** How far a checkout has got in this browser. */
export type CheckoutStage =
  | { kind: 'form'; note: string; wayOut?: WayOut | undefined }
  | { kind: 'busy'; note: string }
  | {
      kind: 'window'
      note: string
      Window: Window
      attempt: AttemptAnswer
      onEnd: (end: PaymentEnd) => void
    }
  /** Money may have moved: the form is hidden until it is known how that ended. */
  | {
      kind: 'waiting'
      title: string
      text: string
      Panel: ComponentType<{ title: string; text: string }>
    }
