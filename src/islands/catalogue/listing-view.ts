const KEY = 'view'

/** Remembers how many columns a shopper likes; where storage is closed it lasts for this page. */
export function rememberView(view: string): void {
  try {
    localStorage.setItem(KEY, view)
  } catch {
    return
  }
}

/** Shows a list in the columns of its address or, where that names none, in the remembered ones. */
export function applyView(main: HTMLElement): void {
  const results = main.querySelector<HTMLElement>('[data-view]')
  if (!results) return
  const isNamed = new URLSearchParams(location.search).get(KEY)
  showColumns(main, isNamed || remembered() || results.dataset['view'] || '')
}

/** Shows the columns at once, and marks their link. */
export function showColumns(main: HTMLElement, view: string): void {
  main.querySelector('[data-view]')?.setAttribute('data-view', view)
  for (const link of main.querySelectorAll<HTMLElement>('[data-columns]')) {
    if (link.dataset['columns'] === view) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

function remembered(): string | undefined {
  try {
    const view = localStorage.getItem(KEY)
    return view === '1' || view === '4' ? view : undefined
  } catch {
    return undefined
  }
}
