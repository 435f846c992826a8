import { atom } from 'nanostores'
import * as z from 'zod/mini'

const PREFIX = 'pick:'
/** How many pick lists are stored; there is one per day. */
const MAX_LISTS = 30
const keysSchema = z.array(z.string())

/** What has been picked already, of the open list. */
export const $picked = atom<ReadonlySet<string>>(new Set())

let opened: string | undefined

/** Opens a list with what was ticked before. */
export function openPicks(list: string): void {
  if (opened === list) return
  opened = list
  $picked.set(read(list))
}

/** Ticks or unticks an entry and stores the list in this browser. */
export function togglePick(list: string, key: string): void {
  // A press from before hydration may be replayed before the list was opened (use-live.ts).
  openPicks(list)
  const picked = new Set($picked.get())
  if (!picked.delete(key)) picked.add(key)
  $picked.set(picked)
  try {
    localStorage.setItem(PREFIX + list, JSON.stringify([...picked]))
    forgetOld(PREFIX + list)
  } catch {
    // Storage is full or blocked: the ticks last as long as the page.
  }
}

function read(list: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + list) ?? '[]')
    const parsed = keysSchema.safeParse(stored)
    return new Set(parsed.success ? parsed.data : [])
  } catch {
    return new Set()
  }
}

function forgetOld(kept: string): void {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))
  for (const name of names.slice(0, Math.max(0, names.length - MAX_LISTS))) {
    if (name !== kept) localStorage.removeItem(name)
  }
}
