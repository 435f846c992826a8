import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { announce } from '#islands/kit/announce.ts'
import { showDialog } from '#islands/kit/show-dialog.ts'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { PaymentEnd } from '#lib/checkout/checkout-answers.ts'
import { demoTexts } from '#lib/texts/browser/provider-pages.ts'
import { payAtDemo } from '#stores/checkout.ts'
import { DemoCard } from './DemoCard.tsx'

type Props = { attempt: AttemptAnswer; onEnd: (end: PaymentEnd) => void }

/** The demo gateway in a dialog, with the same facts as Razorpay's (S-187). */
export function DemoDialog({ attempt, onEnd }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (dialog.current) showDialog(dialog.current)
  }, [])

  async function press(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    if (isBusy || !(submitter instanceof HTMLButtonElement)) return
    setBusy(true)
    announce(demoTexts.working)
    onEnd(await payAtDemo(attempt.attempt, submitter.value))
  }

  return (
    <dialog
      ref={dialog}
      className="modal modal-bottom sm:modal-middle"
      aria-labelledby="demo-title"
      data-over=""
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={() => onEnd({ kind: 'closed' })}
    >
      <div className="modal-box">
        <DemoCard
          attempt={attempt}
          onSubmit={(event) => void press(event)}
          aria-busy={isBusy || undefined}
        >
          <button
            className="btn btn-ghost"
            type="button"
            onClick={() => !isBusy && dialog.current?.close()}
          >
            {demoTexts.close}
          </button>
        </DemoCard>
      </div>
    </dialog>
  )
}
