import { useState } from 'react'
import { CART_OVERLAY_MS } from '#lib/limits.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import type { SendOutcome } from '#stores/send-changes.ts'
import { showAlert } from '#stores/toast.ts'

/** Changes that wait for their code or their answer. */
let underWay = 0

/**
 * The busy overlay over a list: shown for about 500 ms after each change. Once the server has
 * answered, the list is fetched again (S-121, S-128). `form` says the same change to the server.
 */
export function useOverlay(refresh: () => Promise<void>) {
  const [count, setCount] = useState(0)
  const [lost, setLost] = useState(0)
  const follow = async (work: Promise<SendOutcome>, form: HTMLFormElement | null) => {
    setCount((before) => before + 1)
    setTimeout(() => setCount((before) => before - 1), CART_OVERLAY_MS)
    underWay++
    const outcome = await work.catch(() => undefined)
    // What waited for the same code fails in the same turn.
    setTimeout(() => underWay--)
    if (outcome) {
      if (outcome.status === 'answered') await refresh()
      return
    }
    // The code for the change could not be loaded, and in many browsers never can be on this page:
    // the form is sent as without script. Of several, only one could leave the page.
    if (form && navigator.onLine && underWay === 1) return form.submit()
    setLost((before) => before + 1)
    showAlert(cartMessages.lostChange, 'error')
  }
  return { isBusy: count > 0, follow, lost }
}
