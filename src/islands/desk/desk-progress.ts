import { uploadStatusSchema } from '#lib/desk.ts'

const LOOK_EVERY_MS = 400

/** `<desk-progress>`: shows how far the work on a list is, and the page anew when it is done. */
class DeskProgress extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback(): void {
    void this.#look()
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    const answer = await fetch(`/api/desk/uploads/${this.dataset['id']}`).catch(() => undefined)
    const parsed = uploadStatusSchema.safeParse(await answer?.json().catch(() => undefined))
    if (answer?.ok && parsed.success) {
      const { state, isLive, text, ratio } = parsed.data
      if (state !== this.dataset['state'] || isLive) return location.reload()
      this.#show(text, ratio)
    } else if (answer && answer.status < 500) return location.reload()
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS)
  }

  #show(text: string, ratio: number): void {
    const bar = this.querySelector('progress')
    if (bar) bar.value = ratio
    const status = this.querySelector('[role=status]')
    if (status && text !== '' && status.textContent !== text) status.textContent = text
  }
}

customElements.define('desk-progress', DeskProgress)
