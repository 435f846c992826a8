const mouse = matchMedia('(hover: hover) and (pointer: fine)')
const calm = matchMedia('(prefers-reduced-motion: reduce)')

/**
 * `<product-gallery>`: thumbnails scroll the row of pictures without scrolling the page, and a
 * mouse over a picture zooms in. Swiping needs no script.
 */
class ProductGallery extends HTMLElement {
  connectedCallback(): void {
    const rail = this.querySelector('.rail')
    if (!rail) return
    this.addEventListener('click', (event) => this.#click(event, rail))
    rail.addEventListener('scroll', () => this.#mark(rail), { passive: true })
    this.#mark(rail)
    if (!mouse.matches) return
    for (const frame of this.querySelectorAll<HTMLElement>('.photo-frame')) zoom(frame)
  }

  get #thumbs(): HTMLAnchorElement[] {
    return [...this.querySelectorAll<HTMLAnchorElement>('.thumbs a')]
  }

  #click(event: MouseEvent, rail: Element): void {
    const { target } = event
    const at = this.#thumbs.findIndex((thumb) => target instanceof Node && thumb.contains(target))
    if (at < 0) return
    event.preventDefault()
    const by =
      (rail.children[at]?.getBoundingClientRect().left ?? 0) - rail.getBoundingClientRect().left
    rail.scrollBy({ left: by, behavior: calm.matches ? 'instant' : 'smooth' })
  }

  #mark(rail: Element): void {
    const at = Math.round(rail.scrollLeft / rail.clientWidth)
    for (const [index, thumb] of this.#thumbs.entries()) {
      thumb.ariaCurrent = index === at ? 'true' : null
    }
  }
}

/** Doubles a picture's size around the pointer, and loads one with enough pixels for it. */
function zoom(frame: HTMLElement): void {
  const picture = frame.querySelector('img')
  if (!picture) return
  frame.addEventListener('pointerenter', () => {
    for (const source of frame.querySelectorAll('source, img'))
      source.setAttribute('sizes', '64rem')
    frame.classList.add('is-zoomed')
  })
  frame.addEventListener('pointermove', ({ clientX, clientY }) => {
    const { left, top, width, height } = frame.getBoundingClientRect()
    const [x, y] = [(100 * (clientX - left)) / width, (100 * (clientY - top)) / height]
    picture.style.transformOrigin = `${x}% ${y}%`
  })
  frame.addEventListener('pointerleave', () => frame.classList.remove('is-zoomed'))
}

customElements.define('product-gallery', ProductGallery)

export {}
