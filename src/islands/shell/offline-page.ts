import {
  KEPT_AT,
  KEPT_TITLE,
  OFFLINE_PATH,
  OWN_CACHE,
  OWN_MS,
  PAGES_CACHE,
} from '#lib/browser/cache-names.ts'

/** As many of the pages that were seen last as are found at a glance. */
const SHOWN = 20

/**
 * `<offline-page>`: in the place of a page that did not come. It tries again by itself when the network is
 * back; what was sent is sent again only by whoever wants it. And it names the pages that are there.
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
    void this.#name().catch(() => {}) // Storage may be closed to pages altogether.
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

/** Whether a page is shown without network: what is somebody's own is not for long. */
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

/** The pages that are kept, the last one first. */
async function seenPages(): Promise<Seen[]> {
  const names = await caches.keys()
  const caching = names.filter((name) => name.startsWith(PAGES_CACHE)).map((name) => seenIn(name))
  return (await Promise.all(caching)).flat().toReversed()
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

/** A title without the name of the shop; `&amp;` and the like are signs again. */
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
