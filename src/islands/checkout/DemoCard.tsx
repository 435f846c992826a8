import { formatPaise } from '#lib/money.ts'
import { demoTexts } from '#lib/texts/browser/provider-pages.ts'
import type { ComponentProps } from 'react'

/** What is paid: amount, receipt, name and description, as in Razorpay's window (S-187). */
type DemoAttempt = {
  attempt: string
  orderid: string
  name: string
  description: string
  receipt: string
  amount: number
}
type Props = ComponentProps<'form'> & { attempt: DemoAttempt }

/**
 * The demo gateway, clearly marked as a demo (P8): in a dialog of the checkout, or on a page
 * without script.
 */
export function DemoCard({ attempt, children, ...form }: Props) {
  const amount = formatPaise(attempt.amount)
  const facts = [
    [demoTexts.payee, attempt.name],
    [demoTexts.description, attempt.description],
    [demoTexts.receipt, attempt.receipt],
  ]

  return (
    <div className="grid gap-4">
      <p>
        <span className="badge badge-warning">{demoTexts.badge}</span>
      </p>
      <h2 id="demo-title">{demoTexts.title}</h2>
      <p>{demoTexts.lead}</p>
      <dl className="grid gap-2 rounded-field bg-base-200 p-3">
        {facts.map(([term, text]) => (
          <div key={term} className="flex justify-between gap-4">
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0 text-right break-all">{text}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-base-300 pt-2 text-lg font-bold">
          <dt>{demoTexts.amount}</dt>
          <dd>₹{amount}</dd>
        </div>
      </dl>
      <form className="grid gap-2" action="/api/demo/pay" method="post" {...form}>
        <input type="hidden" name="attempt" value={attempt.attempt} />
        <input type="hidden" name="orderid" value={attempt.orderid} />
        <button className="btn btn-lg btn-primary" name="action" value="pay">
          {demoTexts.pay(amount)}
        </button>
        <button className="btn" name="action" value="slow" title={demoTexts.slowHint}>
          {demoTexts.slow}
        </button>
        <button className="btn" name="action" value="fail">
          {demoTexts.fail}
        </button>
      </form>
      {children}
    </div>
  )
}
