import { Icon } from '#islands/kit/Icon.tsx'
import { checkCircle, clock } from '#islands/kit/icons.ts'
import { When } from '#islands/kit/When.tsx'
import type { Order } from '#lib/checkout/order.ts'
import { orderTexts, timelineOf } from '#lib/texts/browser/orders.ts'

/** What has happened to an order, and the steps still to come. */
export function Timeline({ order }: { order: Order }) {
  const steps = timelineOf(order)
  return (
    <ol className="timeline timeline-vertical timeline-compact timeline-snap-icon">
      {steps.map(({ text, date, note, isNow }, at) => (
        <li key={`${text} ${date}`} aria-current={isNow ? 'step' : undefined}>
          {at > 0 && <hr className={date ? 'bg-success' : ''} />}
          <div className="timeline-middle">
            <Icon
              of={date ? checkCircle : clock}
              className={`size-6 ${date ? 'text-success' : 'text-muted'}`}
            />
          </div>
          <div className="timeline-end mb-4 grid py-0.5">
            <b className={date ? '' : 'font-normal text-muted'}>{text}</b>
            {date ? (
              <When at={date} className="text-sm text-muted" />
            ) : (
              <small className="text-sm text-muted">{orderTexts.still}</small>
            )}
            {note && <span className="text-sm">{note}</span>}
          </div>
          {at < steps.length - 1 && <hr className={steps[at + 1]?.date ? 'bg-success' : ''} />}
        </li>
      ))}
    </ol>
  )
}
