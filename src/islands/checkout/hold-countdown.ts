import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'

const MINUTE_MS = 60_000

/** Says calmly how long the products are kept: by the minute, without a voice or a colour. */
export function startCountdown(host: HTMLElement): void {
  const show = () => {
    const place = host.querySelector<HTMLElement>('[data-until]')
    if (!place) return
    const leftMs = Number(place.dataset['until']) - Date.now()
    place.textContent =
      leftMs > 0 ? messages.heldFor(Math.ceil(leftMs / MINUTE_MS)) : messages.holdOver
    if (leftMs > 0) setTimeout(show, Math.min(leftMs, leftMs % MINUTE_MS || MINUTE_MS) + 50)
  }
  show()
}
