import { useEffect } from 'react'
import { useLive } from '#islands/wake/use-live.ts'
import { formatPaise } from '#lib/money.ts'
import { payingMessages } from '#lib/texts/browser/paying.ts'

type Props = { amountPaise: number }

/**
 * The money is about to come: nothing more can be paid, and the page says how it ends (T10, F20). It
 * looks again and again, and goes where the answer is; without script a link does it.
 */
export function CheckingScreen({ amountPaise }: Props) {
  const live = useLive<HTMLElement>()

  // Nobody presses anything here: that the page is open is the wish to know.
  useEffect(() => {
    void import('#stores/checkout.ts')
      .then(({ untilSettled }) => untilSettled())
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
