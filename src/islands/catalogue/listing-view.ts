import { readStored } from '#lib/browser/read-stored.ts'

const KEY = 'view'

/**
 * Remembers how many columns a shopper prefers; without storage, the choice lasts for this page
 * only.
 */
export function rememberView(view: string): void {
  try {
    localStorage.setItem(KEY, view)
  } catch {
    return
  }
}

/**
 * Shows a list in the number of columns that its address names or, if it names none, in the
 * remembered one.
 */
export function applyView(main: HTMLElement): void {
  const results = main.querySelector<HTMLElement>('[data-view]')
  if (!results) return
  const isNamed = new URLSearchParams(location.search).get(KEY)
  showColumns(main, isNamed || remembered() || results.dataset['view'] || '')
}

/** Sets the number of columns, and marks its link as current. */
export function showColumns(main: HTMLElement, view: string): void {
  main.querySelector('[data-view]')?.setAttribute('data-view', view)
  for (const link of main.querySelectorAll<HTMLElement>('[data-columns]')) {
    link.ariaCurrent = link.dataset['columns'] === view ? 'true' : null
  }
}

function remembered(): string | undefined {
  const view = readStored(KEY)
  return view === '1' || view === '4' ? view : undefined
}
