import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasUnsent } from '#islands/kit/unsent.ts'
import type { CheckoutRefusal } from '#lib/checkout/checkout.ts'
import type { CheckoutView, OrderView } from '#lib/checkout/checkout-view.ts'
import { wayOut } from '#lib/checkout/proof-links.ts'
import { CASH_REFUSALS, STALE_REFUSALS } from '#lib/checkout/refusals.ts'
import { paiseToRupees } from '#lib/money.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'
import { formMessages } from '#lib/texts/browser/form.ts'
import { within } from '#lib/within.ts'
import { closeAlert, showAlert } from '#stores/toast.ts'
import type { CheckoutStage, WayOut } from './stage.ts'

export type Faults = Readonly<Record<string, string>>

const loadSteps = () => import('./checkout-steps.ts')
type Steps = Awaited<ReturnType<typeof loadSteps>>

/** How long the form's answer may take until Pay can be pressed again: with the same key, so nothing is ordered twice. */
const PLAIN_MS = 30_000

const FORM: CheckoutStage = { kind: 'form', note: '' }

type Start = {
  order: OrderView
  faults: Faults
  isGuest: boolean
  asksCode: boolean
  wayOut?: WayOut | undefined
}

/** Checks the form, asks the server to begin the payment, and takes it to its end (S-133). */
export function useCheckout(form: RefObject<HTMLFormElement | null>, start: Start) {
  const [stage, setStage] = useState<CheckoutStage>({
    kind: 'form',
    note: '',
    wayOut: start.wayOut,
  })
  const [order, setOrder] = useState(start.order)
  const [faults, setFaults] = useState(start.faults)
  const [asksCode, setAsksCode] = useState(start.asksCode)
  const isAsked = useRef(false)

  const begun = useRef<Promise<Steps>>(undefined)
  const begin = useEffectEvent(async () => {
    const steps = await loadSteps()
    if (hasUnsent()) {
      // Changes of the cart were still being sent when this page was rendered.
      setStage({ kind: 'busy', note: checkoutTexts.updating })
      await steps.untilSent()
      await showOrder()
      setStage(FORM)
    }
    return steps
  })
  useEffect(() => {
    void import('./typed-form.ts').then(({ keepTyped }) => keepTyped(form.current)).catch(() => {})
    begun.current = begin()
    begun.current.catch(() => {})
  }, [])

  /**
   * Only one press counts, however long its code takes to load (F27), and the changes that are
   * still being sent come before it.
   */
  async function submit(): Promise<void> {
    if (isAsked.current || stage.kind !== 'form') return
    isAsked.current = true
    setStage({ kind: 'busy', note: formMessages.busy })
    const steps = await within(loadSteps())
    if (steps) await begun.current?.catch(() => {})
    if (steps && form.current) await steps.fillMissing(form.current)
    isAsked.current = false
    if (steps) return send(steps)
    if (navigator.onLine) return sendPlain()
    backToForm(checkoutTexts.notSent)
  }

  /** Sends the form as without script, as its code does not come. */
  function sendPlain(): void {
    // What was removed would be ordered.
    if (hasUnsent()) return backToForm(checkoutTexts.notSent)
    // The back/forward cache restores the page as it was left; or the shopper stops waiting.
    addEventListener('pagehide', () => setStage(FORM), { once: true })
    setTimeout(() => setStage(FORM), PLAIN_MS)
    form.current?.submit()
  }

  async function send({
    findFaults,
    sendingNote,
    beginCheckout,
    goToOrders,
    pay,
  }: Steps): Promise<void> {
    if (!form.current) return
    // What the shopper saw when pressing: an order updated since is to be confirmed (I6).
    const pressed = { seen: paiseToRupees(order.totalPaise), shown: order.shown }
    const values = { ...Object.fromEntries(new FormData(form.current)), ...pressed }
    const found = findFaults(values, { isMailOptional: start.isGuest })
    if (found.faults.length > 0) {
      setStage(FORM)
      showFaults(found.faults)
      // The alert is placed beside the marked fields.
      return showAlert(found.msg, 'error', undefined, 'form')
    }
    setFaults({})
    closeAlert()
    setStage({ kind: 'busy', note: sendingNote(values) })
    // A request that was sent but not answered may have placed a cash order: repeat it with the
    // same key (T10).
    const isSent = navigator.onLine
    let answer = await beginCheckout(values)
    if (answer.kind === 'lost' && isSent) answer = await beginCheckout(values)
    if (answer.kind === 'lost')
      return backToForm(isSent ? checkoutTexts.unheard : checkoutTexts.notSent)
    if (answer.kind === 'order') return goToOrders()
    if (answer.kind === 'refused') return tellRefusal(answer.refusal, values)
    const script = form.current?.dataset['script'] ?? ''
    await pay(answer.attempt, { script, show: setStage, backToForm })
  }

  /**
   * Shows all errors, in folds that are closed too, and focuses the first field, with which a screen
   * reader reads its text.
   */
  function showFaults(found: { field: string; text: string }[]): void {
    flushSync(() => setFaults(Object.fromEntries(found.map(({ field, text }) => [field, text]))))
    for (const { field } of found) {
      const fold = inputOf(field)?.closest('details')
      if (fold) fold.open = true
    }
    inputOf(found[0]?.field)?.focus()
  }

  function inputOf(field = ''): HTMLElement | undefined {
    const input = form.current?.elements.namedItem(field)
    return input instanceof HTMLElement ? input : undefined
  }

  async function tellRefusal(
    { code, field, msg }: CheckoutRefusal,
    values: Record<string, unknown>,
  ): Promise<void> {
    setStage(FORM)
    // Submit as a plain form, so that what was typed comes back after the sign-in.
    if (code === 'signedOut') return form.current?.submit()
    // Paid already, or being paid: the page itself tells the state (T10).
    if (code === 'paying') return location.reload()
    if (field === 'phonecode') flushSync(() => setAsksCode(true))
    if (code && CASH_REFUSALS.includes(code))
      form.current?.querySelector<HTMLElement>('[value=online]')?.click()
    const isSent = code === 'codPhone'
    const isChanged = code !== undefined && STALE_REFUSALS.includes(code)
    // An error that belongs to no field and no line stays beside Pay until the next press.
    if (!isSent && !field && !isChanged) return backToForm(msg, wayOut(code, start.isGuest))
    showAlert(msg, isSent ? 'success' : 'error')
    if (isSent) return inputOf(field)?.focus()
    // The form's own check has found all that it can, so the text is the server's.
    if (field) return showFaults([{ field, text: msg }])
    if (isChanged) await refreshOrder(values)
  }

  /** Shows YOUR ORDER as it is now; what was typed stays. */
  async function showOrder(values?: Record<string, unknown>): Promise<CheckoutView | undefined> {
    const { fetchCheckout } = await loadSteps()
    const view = await fetchCheckout(values)
    const isSome = view && view.order.lines.length + view.order.leftOut.length > 0
    if (isSome && view.state === 'payable') flushSync(() => setOrder(view.order))
    else if (view) location.reload()
    return view
  }

  /** Does the same after a refusal; the focus has a screen reader read what has changed. */
  async function refreshOrder(values: Record<string, unknown>): Promise<void> {
    if (!(await showOrder(values))) return location.reload()
    document.getElementById('changed')?.focus()
  }

  /** Nothing was paid: shows the form again, unchanged. */
  function backToForm(note: string, way?: WayOut): void {
    flushSync(() => setStage({ kind: 'form', note, wayOut: way }))
    form.current?.querySelector<HTMLElement>('[data-pay]')?.focus()
  }

  const forgetFaults = (fields: readonly string[]) =>
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))),
    )

  return { stage, order, faults, asksCode, submit, forgetFaults }
}
