import {
  KEPT_AT,
  KEPT_TITLE,
  OFFLINE_PATH,
  OWN_CACHE,
  OWN_MS,
  PAGES_CACHE,
} from '#lib/browser/cache-names.ts'

/** How many of the last pages seen are listed. */
const SHOWN = 20

/**
 * `<offline-page>`: shown in place of a page that could not be loaded. It reloads by itself when
 * the network is back, except that a form is sent again only on request. It also lists the pages
 * that are stored.
 */
class OfflinePage extends HTMLElement {
  connectedCallback(): void {
    const isUnsent = document.body.dataset['unsent'] !== undefined
    for (const part of this.querySelectorAll<HTMLElement>('[data-when]')) {
      part.hidden = (part.dataset['when'] === 'unsent') !== isUnsent
    }
    this.querySelector('[data-again]')?.addEventListener('click', (event) => {
      event.preventDefault()
      location.reload()
    })
    if (!isUnsent && location.pathname !== OFFLINE_PATH) {
      addEventListener('online', () => location.reload())
    }
    void this.#name().catch(() => {}) // Storage may be blocked.
  }

  async #name(): Promise<void> {
    const list = this.querySelector('[data-pages]')
    const usual = [...(list?.querySelectorAll('a') ?? [])]
    const known = new Set(usual.map(({ href }) => href))
    for (const link of usual) if (!(await isKept(link.href))) link.closest('li')?.remove()
    const pages = (await seenPages()).filter(({ url }) => !known.has(url))
    list?.append(...pages.slice(0, SHOWN).map(({ url, title }) => item(url, title)))
    const heading = this.querySelector<HTMLElement>('h2')
    if (heading) heading.hidden = list?.childElementCount === 0
  }
}

/** Whether a page can be shown offline. A shopper's own pages only count for a limited time. */
async function isKept(address: string): Promise<boolean> {
  for (const name of await caches.keys()) {
    const isOwn = name.startsWith(OWN_CACHE)
    if (!isOwn && !name.startsWith(PAGES_CACHE)) continue
    const copy = await (await caches.open(name)).match(address)
    if (copy && !(isOwn && Number(copy.headers.get(KEPT_AT)) < Date.now() - OWN_MS)) return true
  }
  return false
}

type Seen = { url: string; title: string }

/** The stored pages, most recent first. */
async function seenPages(): Promise<Seen[]> {
  const names = await caches.keys()
  const caching = names.filter((name) => name.startsWith(PAGES_CACHE)).map((name) => seenIn(name))
  return (await Promise.all(caching)).flat().reverse()
}

async function seenIn(name: string): Promise<Seen[]> {
  const cache = await caches.open(name)
  const keys = await cache.keys()
  const pages = keys.map(async (key) => {
    const page = await cache.match(key)
    const title = decodeURIComponent(page?.headers.get(KEPT_TITLE) ?? '')
    return { url: key.url, title: textOf(title) }
  })
  const offline = new URL(OFFLINE_PATH, location.origin).href
  return (await Promise.all(pages)).filter(({ url, title }) => title !== '' && url !== offline)
}

/** A title without the shop's name, with HTML entities decoded. */
function textOf(title: string): string {
  const [first = ''] = title.split(' | ')
  return new DOMParser().parseFromString(first, 'text/html').documentElement.textContent
}

function item(url: string, title: string): HTMLLIElement {
  const made = document.createElement('li')
  const link = document.createElement('a')
  link.className = 'btn btn-outline'
  link.href = url
  link.textContent = title
  made.append(link)
  return made
}

customElements.define('offline-page', OfflinePage)
