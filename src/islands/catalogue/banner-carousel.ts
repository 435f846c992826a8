import type Swiper from 'swiper'
import { BANNER_AUTOPLAY_MS, BANNER_SLIDE_MS } from '#lib/limits.ts'
import { carouselTexts } from '#lib/texts/browser/carousel.ts'
import { left, pause as pauseIcon, play, right } from '#islands/kit/icons.ts'
import { roundButton, showIcon } from '#islands/kit/round-button.ts'
import { firstInput, nearView } from '#islands/wake/first-input.ts'
import { savesData } from '#lib/browser/connection.ts'

const calm = matchMedia('(prefers-reduced-motion)')

/**
 * `<banner-carousel>`: shows the next banner every 1500 ms (S-030), except while somebody points at
 * it or has the focus in it, has paused it, cannot see it, or prefers reduced motion (WCAG 2.2.2)
 * or reduced data. Swiper takes over after the first input, for the endless loop.
 */
class BannerCarousel extends HTMLElement {
  #abort = new AbortController()
  #controls = document.createElement('div')
  #rail: HTMLElement | null = null
  /** In the shop's order, whereas Swiper reorders the elements for its loop. */
  #slides: HTMLElement[] = []
  #swiper: Swiper | undefined
  #index = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #reasonsToRest = new Set<string>()

  connectedCallback(): void {
    this.#rail = this.querySelector('.rail')
    this.#slides = [...this.querySelectorAll<HTMLElement>('.banner')]
    if (!this.#rail || this.#slides.length < 2) return
    this.#abort = new AbortController()
    this.#addControls()
    this.#watch()
    this.#mark(0)
    if (!savesData()) void this.#takeOver(this.#rail)
  }

  disconnectedCallback(): void {
    this.#abort.abort()
    clearInterval(this.#timer)
    this.#swiper?.destroy()
    this.#controls.remove()
  }

  #addControls(): void {
    // With text so large that they would lie on Shop now, they stand below each other.
    this.#controls.className =
      'absolute right-3 bottom-3 z-2 flex max-w-[calc(100%-8rem)] flex-wrap justify-end gap-1'
    const pause = roundButton(pauseIcon, carouselTexts.pause, () => {
      const isPaused = !this.#reasonsToRest.has('paused')
      this.#rest('paused', isPaused)
      pause.ariaLabel = isPaused ? carouselTexts.play : carouselTexts.pause
      showIcon(pause, isPaused ? play : pauseIcon)
    })
    pause.classList.add('motion-reduce:hidden')
    pause.hidden = savesData()
    const name = this.closest('section')?.ariaLabel ?? ''
    this.#controls.replaceChildren(
      pause,
      roundButton(left, carouselTexts.previous(name), () => this.#step(-1)),
      roundButton(right, carouselTexts.next(name), () => this.#step(1)),
    )
    this.prepend(this.#controls)
  }

  /** Registers everything that stops the banner and lets it go on. */
  #watch(): void {
    const { signal } = this.#abort
    const on = (target: EventTarget, type: string, reason: string, isRest: () => boolean) =>
      target.addEventListener(type, () => this.#rest(reason, isRest()), { signal, passive: true })
    on(this, 'pointerenter', 'pointer', () => this.matches(':hover'))
    on(this, 'pointerleave', 'pointer', () => false)
    on(this, 'touchstart', 'touch', () => true)
    on(this, 'touchend', 'touch', () => false)
    on(this, 'touchcancel', 'touch', () => false)
    on(this, 'focusin', 'focus', () => true)
    on(this, 'focusout', 'focus', () => false)
    on(document, 'visibilitychange', 'hidden', () => document.hidden)
    on(calm, 'change', 'calm', () => calm.matches)
    this.#rail?.addEventListener('scrollend', () => this.#afterSwipe(), { signal })
    this.#rest('calm', calm.matches)
    // Each further banner would be a picture that nobody asked for.
    this.#rest('saving', savesData())
    this.#rest('hidden', document.hidden)
    const observer = new IntersectionObserver(
      (entries) => this.#rest('unseen', !entries.at(-1)?.isIntersecting),
      { threshold: 0.5 },
    )
    observer.observe(this)
    signal.addEventListener('abort', () => observer.disconnect())
  }

  #rest(reason: string, isRest: boolean): void {
    this.#reasonsToRest[isRest ? 'add' : 'delete'](reason)
    clearInterval(this.#timer)
    const isMoving = this.#reasonsToRest.size === 0
    if (isMoving) this.#timer = setInterval(() => this.#moveOn(), BANNER_AUTOPLAY_MS)
    // Slides that move by themselves are not announced; those that somebody turned to are.
    if (this.#rail) this.#rail.ariaLive = isMoving ? 'off' : 'polite'
  }

  /** Moves on, but not before the next picture is loaded. */
  #moveOn(): void {
    const next = this.#slides[(this.#index + 1) % this.#slides.length]
    const picture = next?.querySelector('img')
    if (picture && !picture.complete) picture.loading = 'eager'
    else this.#step(1)
  }

  #step(by: 1 | -1): void {
    const { length } = this.#slides
    if (!this.#swiper) return this.#show((this.#index + by + length) % length, by)
    const speed = calm.matches ? 0 : BANNER_SLIDE_MS
    if (by > 0) this.#swiper.slideNext(speed)
    else this.#swiper.slidePrev(speed)
  }

  /**
   * Slides one banner out and the next one in, also from the last to the first. It animates instead
   * of scrolling step by step, which would keep the main thread busy, and turns scroll snapping off
   * until the animation ends.
   */
  #show(index: number, by: 1 | -1): void {
    const rail = this.#rail
    if (!rail) return
    const from = this.#index
    const width = this.#width
    const way = index * width - rail.scrollLeft
    this.#mark(index)
    rail.scrollLeft += way
    if (calm.matches) return
    rail.style.scrollSnapType = 'none'
    this.#slide(from, way, way - by * width)
    this.#slide(index, by * width, 0)?.addEventListener(
      'finish',
      () => (rail.style.scrollSnapType = ''),
    )
  }

  /** Takes 500 ms, which a browser's own smooth scrolling does not guarantee (S-030). */
  #slide(at: number, from: number, to: number): Animation | undefined {
    const options = { duration: BANNER_SLIDE_MS, easing: 'ease-out' }
    return this.#slides[at]?.animate({ translate: [`${from}px`, `${to}px`] }, options)
  }

  /** Makes all banners but the one in view inert. */
  #mark(index: number): void {
    this.#index = index
    this.#slides.forEach((banner, at) => (banner.inert = at !== index))
  }

  #afterSwipe(): void {
    const rail = this.#rail
    if (!rail || this.#swiper) return
    this.#mark(Math.round(rail.scrollLeft / this.#width))
  }

  /** Distance in pixels from the start of one banner to the start of the next. */
  get #width(): number {
    const [first, second] = this.#slides
    return (second?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0)
  }

  async #takeOver(rail: HTMLElement): Promise<void> {
    const { signal } = this.#abort
    await firstInput()
    await nearView(this)
    const swiper = await import('./swiper.ts')
    if (!signal.aborted) {
      this.#swiper = swiper.openBanner(this, rail, this.#index, (index) => this.#mark(index))
    }
  }
}

customElements.define('banner-carousel', BannerCarousel)
