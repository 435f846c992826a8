import { useState } from 'react'
import { CART_OVERLAY_MS } from '#lib/limits.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import type { SendOutcome } from '#stores/send-changes.ts'
import { showAlert } from '#stores/toast.ts'

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
    const outcome = await work.catch(() => undefined)
    if (outcome) {
      if (outcome.status === 'answered') await refresh()
      return
    }
    // The code for the change could not be loaded, and in many browsers never can be on this page:
    // the form is sent as without script.
    if (form && navigator.onLine) return form.submit()
    setLost((before) => before + 1)
    showAlert(cartMessages.lostChange, 'error')
  }
  return { isBusy: count > 0, follow, lost }
}
