import { useStore } from '@nanostores/react'
import {
  type FocusEvent,
  type SyntheticEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { searchTexts } from '#lib/texts/browser/shared.ts'
import { SEARCH_TEXT_LENGTH } from '#lib/limits.ts'
import { searchPath } from '#lib/catalogue/search-path.ts'
import { timeLimit } from '#lib/time-limit.ts'
import { within } from '#lib/within.ts'
import { openSuggestions } from '#stores/search-suggestions.ts'
import { announce } from '#islands/kit/announce.ts'
import { appSheet } from '#islands/kit/app-sheet.ts'
import { Icon } from '#islands/kit/Icon.tsx'
import { loadWhenOnline } from '#islands/wake/load-on-input.ts'
import { search as searchIcon } from '#islands/kit/icons.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { useIsLive } from '#islands/wake/use-is-live.ts'

const loadPopup = () => import('./SearchPopup.tsx')
type Popup = Awaited<ReturnType<typeof loadPopup>>

/** /search works without stored results, so nobody waits longer than this for them. */
const WAIT_MS = 250

/** What a page passes only if it differs from the defaults. */
type Props = { id?: string; query?: string; label?: string }

/**
 * The search box: a form to /search that, once touched, suggests products and categories as an ARIA
 * 1.2 combobox: the arrow keys mark a row of the list while the focus stays in the box.
 */
export function SearchBox({ id = 'q', query = '', label = searchTexts.label }: Props) {
  const [{ $suggesting, suggest, mark, close }] = useState(openSuggestions)
  const suggesting = useStore($suggesting)
  const { status, active, found } = suggesting
  const isLive = useIsLive()
  const live = useLive<HTMLFormElement>()
  const input = useRef<HTMLInputElement>(null)
  const popupId = `${id}-list`
  // The list and its styles are loaded once the box is live, not with every page. It also works
  // without the styles.
  const [popup, setPopup] = useState<Popup>()
  const isOpen = popup !== undefined && status !== 'closed'
  const last = found.categorylist.length + found.ProductList.length

  useEffect(() => {
    const loading = Promise.all([loadWhenOnline(loadPopup), appSheet().catch(() => {})])
    void loading.then(([loaded]) => setPopup(loaded))
  }, [])

  useEffect(() => {
    // The back/forward cache restores the page as it was left.
    addEventListener('pagehide', close)
    return () => {
      removeEventListener('pagehide', close)
      close()
    }
  }, [close])

  useEffect(() => {
    if (status === 'shown') announce(searchTexts.suggestionCount(last))
  }, [status, last])

  const ask = () => suggest(input.current?.value ?? '')
  const choose = () => document.getElementById(`${popupId}-${active}`)?.click()
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? mark(active < last ? active + 1 : -1) : ask()),
    ArrowUp: () => (isOpen ? mark(active < 0 ? last : active - 1) : ask()),
    ...(isOpen && { Escape: close }),
    ...(active >= 0 && { Home: () => mark(0), End: () => mark(last), Enter: choose }),
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!document.getElementById(popupId)?.contains(relatedTarget)) close()
  }
  const search = (event: SyntheticEvent) => {
    event.preventDefault()
    const text = input.current?.value ?? ''
    close()
    const go = () => location.assign(searchPath(text))
    const limit = timeLimit(WAIT_MS)
    const stored = import('#stores/search-results.ts').then(({ storeResults }) =>
      storeResults(text, limit),
    )
    void within(stored, WAIT_MS).then(go)
  }

  return (
    <form
      ref={live}
      className="relative"
      action="/search"
      role="search"
      aria-label={label}
      onSubmit={search}
    >
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <div className="flex">
        <input
          ref={input}
          className="input min-w-0 flex-1 rounded-e-none border-edge focus:z-1"
          type="search"
          id={id}
          name="q"
          defaultValue={query}
          maxLength={SEARCH_TEXT_LENGTH}
          placeholder={searchTexts.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          onInput={ask}
          onKeyDown={press}
          onBlur={leave}
          {...(isLive && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isOpen,
            'aria-controls': isOpen ? popupId : undefined,
            'aria-activedescendant': active < 0 ? undefined : `${popupId}-${active}`,
          })}
        />
        <button
          className="btn -ms-px rounded-s-none btn-primary"
          aria-label={searchTexts.search}
          data-native
        >
          <Icon of={searchIcon} />
        </button>
      </div>
      {isOpen && <popup.SearchPopup id={popupId} suggesting={suggesting} />}
    </form>
  )
}
