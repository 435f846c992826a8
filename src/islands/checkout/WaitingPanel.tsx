import { useEffect, useRef } from 'react'
import { payingMessages } from '#lib/texts/browser/paying.ts'

type Props = { title: string; text: string }

/**
 * Replaces the form once money may have moved. Its heading gets the focus, so that a screen reader
 * reads title and text.
 */
export function WaitingPanel({ title, text }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="mx-auto mt-8 grid max-w-md justify-items-center gap-4 text-center">
      <span className="loading loading-xl loading-spinner text-primary" aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1} aria-describedby="waiting-text">
        {title}
      </h2>
      <p id="waiting-text" role="status">
        {text}
      </p>
      <a className="btn" href="/orders">
        {payingMessages.toOrders}
      </a>
    </section>
  )
}
