import { atom } from 'nanostores'
import * as z from 'zod/mini'

const PREFIX = 'pick:'
/** How many pick lists are stored; there is one per day. */
const MAX_LISTS = 30
/** What is ticked, and when something last was. */
const listSchema = z.object({ at: z.number(), keys: z.array(z.string()) })
const NONE = { at: 0, keys: [] }

/** What has been picked already, of the open list. */
export const $picked = atom<ReadonlySet<string>>(new Set())

let opened: string | undefined
/** Whether storage holds what is shown: not if it is full or blocked. */
let isStored = true

/** Opens a list with what was ticked before, and follows the ticks of other tabs. */
export function openPicks(list: string): void {
  if (opened === list) return
  opened = list
  isStored = true
  const show = () => opened === list && $picked.set(read(list))
  show()
  addEventListener('storage', ({ key }) => key === PREFIX + list && show())
}

/** Ticks or unticks an entry and stores the list in this browser. */
export function togglePick(list: string, key: string): void {
  // A press from before hydration may be replayed before the list was opened (use-live.ts).
  openPicks(list)
  const shown = $picked.get()
  // A page that slept was not told what another tab has ticked since.
  const picked = new Set(isStored ? read(list) : shown)
  if (shown.has(key)) picked.delete(key)
  else picked.add(key)
  $picked.set(picked)
  try {
    localStorage.setItem(PREFIX + list, JSON.stringify({ at: Date.now(), keys: [...picked] }))
    isStored = true
    forgetOld()
  } catch {
    // The ticks last as long as the page.
    isStored = false
  }
}

const read = (list: string): ReadonlySet<string> => new Set(storedIn(PREFIX + list).keys)

function storedIn(name: string): z.infer<typeof listSchema> {
  try {
    return listSchema.parse(JSON.parse(localStorage.getItem(name) ?? ''))
  } catch {
    return NONE
  }
}

/** Forgets the lists that were ticked longest ago. */
function forgetOld(): void {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
  const newestFirst = names.sort((a, b) => storedIn(b).at - storedIn(a).at)
  for (const name of newestFirst.slice(MAX_LISTS)) localStorage.removeItem(name)
}
