import { useEffect } from 'react'
import { useLive } from '#islands/wake/use-live.ts'
import { formatPaise } from '#lib/money.ts'
import { pause } from '#lib/pause.ts'
import { payingMessages } from '#lib/texts/browser/paying.ts'

type Props = { amountPaise: number }

/** Wait in milliseconds before the page is asked again if its code has not come. */
const AGAIN_MS = 15_000

/**
 * Shown while a payment is being confirmed: nothing more can be paid, and the page tells how it
 * ends (T10, F20). It polls, and goes on when the answer is there; without script a link does so.
 */
export function CheckingScreen({ amountPaise }: Props) {
  const live = useLive<HTMLElement>()

  // An effect, since nobody presses anything here: having the page open is the request.
  useEffect(() => {
    void import('#stores/checkout.ts')
      .then(({ untilSettled }) => untilSettled())
      // Without that code, the page itself is asked again, once there is a network.
      .catch(async () => {
        do await pause(AGAIN_MS)
        while (!navigator.onLine)
      })
      .then(() => location.assign('/checkout'))
  }, [])

  return (
    <section
      ref={live}
      className="mx-auto mt-8 grid max-w-md justify-items-center gap-4 text-center"
      aria-labelledby="checking"
    >
      <span
        className="loading loading-xl loading-spinner text-primary noscript:hidden"
        aria-hidden="true"
      />
      <h2 className="text-xl font-bold" id="checking">
        {payingMessages.beingMadeTitle}
      </h2>
      <p role="status">
        {payingMessages.beingMade} {payingMessages.doNotPay}
      </p>
      <p className="text-2xl font-bold">₹{formatPaise(amountPaise)}</p>
      <p className="flex flex-wrap justify-center gap-3">
        <a className="btn btn-primary" href="/checkout">
          {payingMessages.look}
        </a>
        <a className="btn" href="/orders">
          {payingMessages.toOrders}
        </a>
      </p>
    </section>
  )
}
