import { map, type ReadableAtom } from 'nanostores'
import type { SearchAnswer } from '#lib/catalogue/search-answer.ts'
import { rowPaths } from '#lib/catalogue/row-paths.ts'
import { NOTHING_FOUND } from '#lib/catalogue/search-path.ts'

/** Pause after the last key before the server is asked. */
const WAIT_MS = 150

type Finder = typeof import('./search-results.ts')

/** What one search box suggests. */
export type Suggesting = {
  /** Every status but `closed` is open, with rows `awaited`, `shown` or not to be had. */
  status: 'closed' | 'awaited' | 'shown' | 'failed'
  /** The text being searched for. */
  text: string
  /** The last answer; while the next one is awaited, it belongs to an earlier text. */
  found: SearchAnswer
  /** The row that Enter chooses; -1 is the text itself. */
  active: number
}

export type Suggestions = {
  $suggesting: ReadableAtom<Suggesting>
  /** Asks for matches once typing has paused; an empty text closes the list. */
  suggest: (typed: string) => void
  /** Marks the row that Enter chooses. */
  mark: (active: number) => void
  close: () => void
}

/** Makes the suggestions of one search box; a page may have two boxes. */
export function openSuggestions(): Suggestions {
  const $suggesting = map<Suggesting>({
    status: 'closed',
    text: '',
    found: NOTHING_FOUND,
    active: -1,
  })
  let asking = new AbortController()

  const close = () => {
    asking.abort()
    $suggesting.set({ status: 'closed', text: '', found: NOTHING_FOUND, active: -1 })
  }
  const suggest = (typed: string) => {
    const text = typed.trim()
    if (text === '') return close()
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    $suggesting.set({ ...$suggesting.get(), status: 'awaited', text, active: -1 })
    // The code for asking is loaded while the shopper is typing.
    const loading = import('./search-results.ts').catch(() => undefined)
    const timer = setTimeout(() => void find(text, signal, loading), WAIT_MS)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  const find = async (text: string, signal: AbortSignal, loading: Promise<Finder | undefined>) => {
    const found = await (await loading)?.findResults(text, signal)
    if (signal.aborted) return
    const status = found ? 'shown' : 'failed'
    const next = found ?? NOTHING_FOUND
    // A row marked while the answer was awaited stays marked, wherever it stands now.
    const { active, found: last } = $suggesting.get()
    const marked = rowPaths(text, last)[active]
    const stays = rowPaths(text, next).findIndex((path) => path === marked)
    $suggesting.set({ status, text, found: next, active: stays })
  }
  return { $suggesting, suggest, close, mark: (active) => $suggesting.setKey('active', active) }
}
