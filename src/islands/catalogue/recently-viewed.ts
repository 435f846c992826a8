import { RECENTLY_VIEWED_KEY } from '#lib/browser/storage-keys.ts'
import type { Viewed } from '#lib/catalogue/recently-viewed.ts'
import { firstInput, nearView } from '#islands/wake/first-input.ts'
import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

/**
 * `<recently-viewed>`: the other products viewed in this browser. It reserves its space at once if
 * there is anything to show, and is filled after the first input, when it comes near the viewport.
 */
class RecentlyViewed extends HTMLElement {
  /** Placeholder of the same height as the row that replaces it. */
  #place: HTMLElement | undefined

  connectedCallback(): void {
    const { id = '', image = '' } = this.dataset
    const name = document.querySelector('h1')?.textContent.trim() ?? ''
    if (hasOthers(id)) {
      this.#place = rowOf('div', [{ id: '', name: '', image: '' }])
      this.append(this.#place)
      this.hidden = false
    }
    void this.#fill({ id, name, image })
  }

  async #fill(product: Viewed): Promise<void> {
    await firstInput()
    const { $viewed, rememberViewed } = await loadWhenOnline(
      () => import('#stores/recently-viewed.ts'),
    )
    const others = $viewed.get().filter(({ id }) => id !== product.id)
    rememberViewed(product)
    if (!this.#place) return
    this.hidden = others.length === 0
    if (this.hidden) return
    await nearView(this)
    const row = rowOf('carousel-row', others)
    row.firstElementChild?.setAttribute('aria-label', this.querySelector('h2')?.textContent ?? '')
    this.#place.replaceWith(row)
  }
}

/**
 * Whether another product is stored. Looking at the text is enough here: what is shown later passes
 * the schema.
 */
function hasOthers(id: string): boolean {
  try {
    const stored = localStorage.getItem(RECENTLY_VIEWED_KEY) ?? ''
    const count = stored.split('"id":').length - 1
    return count > (stored.includes(`"id":${JSON.stringify(id)}`) ? 1 : 0)
  } catch {
    return false
  }
}

function rowOf(name: 'div' | 'carousel-row', products: readonly Viewed[]): HTMLElement {
  const row = document.createElement(name)
  row.className = 'relative block'
  const list = document.createElement('ul')
  list.className = 'rail [--gap:5px] [--in-view:4] lg:[--gap:20px] lg:[--in-view:10]'
  list.append(...products.map(tileOf))
  row.append(list)
  return row
}

function tileOf({ id, name, image }: Viewed): HTMLElement {
  const tile = document.createElement('li')
  const link = document.createElement(id === '' ? 'span' : 'a')
  link.className =
    'block text-center text-xs leading-tight font-semibold -outline-offset-2 hover:text-primary md:text-sm'
  if (link instanceof HTMLAnchorElement) link.href = `/product/${encodeURIComponent(id)}`
  const photo = document.createElement('span')
  photo.className = 'mb-1.5 block aspect-square overflow-hidden rounded-box bg-base-200'
  if (image !== '') {
    const picture = document.createElement('img')
    picture.alt = ''
    picture.className = 'size-full object-cover'
    picture.src = image
    photo.append(picture)
  }
  const text = document.createElement('span')
  text.className = 'line-clamp-2 min-h-[2.5em]'
  text.textContent = name
  link.append(photo, text)
  tile.append(link)
  return tile
}

customElements.define('recently-viewed', RecentlyViewed)
