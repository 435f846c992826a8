import { carouselTexts } from '#lib/texts/browser/carousel.ts'
import { firstInput, nearView } from '#islands/wake/first-input.ts'
import { savesData } from '#lib/browser/connection.ts'
import { left, right } from '#islands/kit/icons.ts'
import { roundButton } from '#islands/kit/round-button.ts'
import type { RowSwiper } from './swiper.ts'

const calm = matchMedia('(prefers-reduced-motion: reduce)')
const mouse = matchMedia('(hover: hover) and (pointer: fine)')

/**
 * `<carousel-row>`: arrows for a row that scrolls sideways, one tile a step (S-032). A finger drags
 * the row itself; for a mouse, which cannot, Swiper takes over after the first input.
 */
class CarouselRow extends HTMLElement {
  #abort = new AbortController()
  #arrows: HTMLElement | undefined
  #goal: number | undefined
  #swiper: RowSwiper | undefined

  connectedCallback(): void {
    const rail = this.querySelector('ul')
    if (!rail) return
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#arrows = this.#addArrows(rail)
    rail.addEventListener('scroll', () => this.#show(rail), { passive: true, signal })
    rail.addEventListener('scrollend', () => (this.#goal = undefined), { signal })
    const observer = new ResizeObserver(() => this.#show(rail))
    observer.observe(rail)
    signal.addEventListener('abort', () => observer.disconnect())
    if (mouse.matches && !savesData()) void this.#takeOver(rail, signal)
  }

  disconnectedCallback(): void {
    this.#abort.abort()
    this.#arrows?.remove()
    this.#swiper?.destroy()
    this.#swiper = undefined
  }

  #addArrows(rail: HTMLElement): HTMLElement {
    const arrows = document.createElement('div')
    arrows.className = 'absolute -top-1.5 right-4 flex gap-2 md:right-6'
    const name = rail.ariaLabel ?? ''
    arrows.append(
      roundButton(left, carouselTexts.previous(name), () => this.#step(rail, -1)),
      roundButton(right, carouselTexts.next(name), () => this.#step(rail, 1)),
    )
    const heading = this.closest('.row-head')?.querySelector('h2')
    if (heading) heading.after(arrows)
    else this.prepend(arrows)
    return arrows
  }

  #step(rail: HTMLElement, by: 1 | -1): void {
    if (this.#swiper) return this.#swiper.step(by)
    const size = tileStep(rail)
    const from = this.#goal ?? Math.round(rail.scrollLeft / size)
    const last = Math.round((rail.scrollWidth - rail.clientWidth) / size)
    const goal = Math.min(Math.max(from + by, 0), last)
    if (Math.abs(goal * size - rail.scrollLeft) < 2) return
    // Steps add up while the row is still moving.
    this.#goal = goal
    rail.scrollTo({ left: goal * size, behavior: calm.matches ? 'instant' : 'smooth' })
  }

  /**
   * Updates the arrows. One at its end is only marked as disabled, so that it keeps the focus; a
   * row that fits has none.
   */
  #show(rail: HTMLElement): void {
    const { scrollLeft, scrollWidth, clientWidth } = rail
    const room = scrollWidth - clientWidth
    const isStart = this.#swiper ? this.#swiper.isStart() : scrollLeft < 2
    const isEnd = this.#swiper ? this.#swiper.isEnd() : scrollLeft > room - 2
    if (!this.#arrows) return
    this.#arrows.hidden = isStart && isEnd
    const [previous, next] = this.#arrows.children
    previous?.setAttribute('aria-disabled', String(isStart))
    next?.setAttribute('aria-disabled', String(isEnd))
  }

  async #takeOver(rail: HTMLElement, signal: AbortSignal): Promise<void> {
    await firstInput()
    await nearView(this)
    const { openRow } = await import('./swiper.ts')
    // Let the row first arrive where an arrow sent it.
    if (this.#goal !== undefined) await ended(rail)
    if (signal.aborted) return
    this.#swiper = openRow(this, rail, Math.round(rail.scrollLeft / tileStep(rail)), () =>
      this.#show(rail),
    )
    this.#show(rail)
  }
}

/** Distance in pixels from the start of one tile to the start of the next. */
function tileStep({ children, clientWidth }: HTMLElement): number {
  const [first, second] = children
  if (!first || !second) return clientWidth
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left
}

function ended(rail: HTMLElement): Promise<unknown> {
  return new Promise((resolve) => rail.addEventListener('scrollend', resolve, { once: true }))
}

customElements.define('carousel-row', CarouselRow)
