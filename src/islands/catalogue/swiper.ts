import Swiper from 'swiper'
import { BANNER_SLIDE_MS } from '#lib/limits.ts'

/** A row that Swiper moves. */
export type RowSwiper = {
  step: (by: 1 | -1) => void
  isStart: () => boolean
  isEnd: () => boolean
  destroy: () => void
}

/**
 * Puts Swiper in place of a scrolling row, so that a mouse can drag it. The number of tiles in view
 * and their distance still come from the styles, so that nothing moves when it takes over.
 */
export function openRow(
  root: HTMLElement,
  rail: HTMLElement,
  initialSlide: number,
  onMove: () => void,
): RowSwiper {
  keepHeight(rail)
  root.classList.add('is-swiper')
  const swiper = new Swiper(root, { ...classesOf(rail), ...viewOf(rail), initialSlide, speed: 300 })
  swiper.on('beforeResize', () => void Object.assign(swiper.params, viewOf(rail)))
  swiper.on('slideChange toEdge fromEdge resize', onMove)
  const abort = new AbortController()
  const { signal } = abort
  // Keyboard users see the tile that has the focus.
  rail.addEventListener('focusin', (event) => showFocused(swiper, event), { signal })
  root.addEventListener('wheel', sidewaysWheel(swiper), { passive: false, signal })
  return {
    step: (by) => void (by > 0 ? swiper.slideNext() : swiper.slidePrev()),
    isStart: () => swiper.isBeginning,
    isEnd: () => swiper.isEnd,
    destroy: () => {
      abort.abort()
      swiper.destroy()
    },
  }
}

/**
 * Puts Swiper in place of the banner: one slide at a time, in an endless loop, 500 ms a slide
 * (S-030).
 */
export function openBanner(
  root: HTMLElement,
  rail: HTMLElement,
  initialSlide: number,
  onMove: (index: number) => void,
): Swiper {
  keepHeight(rail)
  root.classList.add('is-swiper')
  const swiper = new Swiper(root, {
    ...classesOf(rail),
    ...viewOf(rail),
    initialSlide,
    loop: true,
    // Pressing twice moves on by two.
    loopPreventsSliding: false,
    speed: BANNER_SLIDE_MS,
  })
  swiper.on('realIndexChange', () => onMove(swiper.realIndex))
  return swiper
}

function classesOf({ children }: HTMLElement) {
  for (const slide of children) slide.classList.add('slide')
  return { wrapperClass: 'rail', slideClass: 'slide' }
}

/**
 * The row's settings at this width, as the styles have them; one tile in view by default, as in
 * `rail`.
 */
function viewOf(rail: HTMLElement) {
  const style = getComputedStyle(rail)
  const gap = style.getPropertyValue('--gap')
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
  return {
    slidesPerView: Number(style.getPropertyValue('--in-view') || 1),
    spaceBetween: parseFloat(gap) * (gap.trim().endsWith('rem') ? rem : 1),
  }
}

/** Makes up for the height of the scrollbar, which goes; what follows would move otherwise. */
function keepHeight(rail: HTMLElement): void {
  const bar = rail.offsetHeight - rail.clientHeight
  const padding = parseFloat(getComputedStyle(rail).paddingBottom)
  rail.style.paddingBottom = `${padding + bar}px`
  rail.scrollLeft = 0
}

function showFocused(swiper: Swiper, { target }: Event): void {
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return
  swiper.el.scrollLeft = 0
  const index = swiper.slides.findIndex((slide) => slide.contains(target))
  const inView = Number(swiper.params.slidesPerView)
  const { activeIndex } = swiper
  if (index < activeIndex) swiper.slideTo(index)
  else if (index >= activeIndex + inView) swiper.slideTo(index - inView + 1)
}

/** Lets a trackpad move the row as before. */
function sidewaysWheel(swiper: Swiper): (event: WheelEvent) => void {
  let rest: ReturnType<typeof setTimeout> | undefined
  return (event) => {
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return
    event.preventDefault()
    const wanted = swiper.translate - event.deltaX
    swiper.setTransition(0)
    swiper.setTranslate(Math.min(swiper.minTranslate(), Math.max(swiper.maxTranslate(), wanted)))
    swiper.updateProgress()
    swiper.updateActiveIndex()
    clearTimeout(rest)
    rest = setTimeout(() => swiper.slideToClosest(300), 120)
  }
}
