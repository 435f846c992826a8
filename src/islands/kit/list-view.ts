import { CART_OVERLAY_MS } from '#lib/limits.ts'
import type { Outcome } from '#stores/send-changes.ts'
import { fetchPage } from './fetch-page.ts'

const CONTROLS = 'a, button, input'

/** A screen of cart or wishlist: changes show at once, stand under an overlay, and load it anew. */
export abstract class ListView extends HTMLElement {
  #abort = new AbortController()
  #busy = 0
  /** The list's own address: that of an open quick view is another one. */
  #path = location.pathname

  /** Takes over what the page says the server has. */
  protected abstract adopt(data: unknown): void

  connectedCallback(): void {
    this.#read(this)
  }

  disconnectedCallback(): void {
    this.#abort.abort()
  }

  get isBusy(): boolean {
    return this.#busy > 0
  }

  /** The overlay stands about 500 ms; then the list is loaded anew (S-121, S-128). */
  protected async follow(work: Promise<Outcome>): Promise<Outcome> {
    this.#busy++
    this.ariaBusy = 'true'
    const overlay = new Promise((resolve) => setTimeout(resolve, CART_OVERLAY_MS))
    await overlay
    this.ariaBusy = null
    const outcome = await work
    if (--this.#busy === 0 && outcome.status === 'answered') await this.reload()
    return outcome
  }

  /** Puts in the list as the server has it now; what cannot be loaded stays. */
  protected async reload(): Promise<void> {
    if (!navigator.onLine) return
    this.#abort.abort()
    this.#abort = new AbortController()
    const { signal } = this.#abort
    const page = await fetchPage(this.#path, signal).catch(() => undefined)
    const found = page?.querySelector(this.localName)
    if (!found || signal.aborted || this.isBusy) return
    const restore = this.#keptFocus()
    this.replaceChildren(...found.childNodes)
    this.#read(this)
    restore()
  }

  #read(place: Element): void {
    const text = place.querySelector('script')?.textContent
    if (text) this.adopt(JSON.parse(text))
  }

  /** The focus goes to the same control of the same line, or to the heading. */
  #keptFocus(): () => void {
    const { activeElement } = document
    if (!activeElement || !this.contains(activeElement)) return () => {}
    const id = activeElement.closest<HTMLElement>('tr')?.dataset['id']
    const controls = [...(activeElement.closest('tr')?.querySelectorAll(CONTROLS) ?? [])]
    const at = controls.indexOf(activeElement)
    return () => {
      const row = this.rowOf(id)
      const again = row?.querySelectorAll<HTMLElement>(CONTROLS)[at]
      const target = again ?? this.querySelector<HTMLElement>('h1')
      target?.focus({ preventScroll: true })
    }
  }

  protected rowOf(id: string | undefined): HTMLElement | undefined {
    return this.rows().find((row) => row.dataset['id'] === id)
  }

  protected rows(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.item')]
  }

  /** Takes a line from the screen; the focus goes to where the next one is. */
  protected takeOut(row: Element): void {
    const hadFocus = row.contains(document.activeElement)
    const next = (row.nextElementSibling ?? row.previousElementSibling)?.querySelector('a')
    row.remove()
    if (!hadFocus) return
    if (next) next.focus({ preventScroll: true })
    else this.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  /** How many there are, and the empty basket when there is none. */
  protected showCount(text: string, isEmpty: boolean): void {
    const count = this.querySelector('.list-count')
    if (count) count.textContent = text
    this.querySelector<HTMLElement>('.empty-list')?.toggleAttribute('hidden', !isEmpty)
    this.querySelector<HTMLElement>('.cart, :scope > .items')?.toggleAttribute('hidden', isEmpty)
  }
}
