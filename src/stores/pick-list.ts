import { atom } from 'nanostores'
import * as z from 'zod/mini'

const PREFIX = 'pick:'
/** Lists that are kept: those of a day. */
const MAX_LISTS = 30
const keysSchema = z.array(z.string())

/** What is in the basket already, of the list that is open. */
export const $picked = atom<ReadonlySet<string>>(new Set())

let opened: string | undefined

/** Opens a list with what was ticked before the phone slept. */
export function openPicks(list: string): void {
  if (opened === list) return
  opened = list
  $picked.set(read(list))
}

/** Ticks or unticks one thing, on top of what was ticked before; kept in this browser. */
export function togglePick(list: string, key: string): void {
  // What was pressed before the list was live may come first (use-live.ts).
  openPicks(list)
  const picked = new Set($picked.get())
  if (!picked.delete(key)) picked.add(key)
  $picked.set(picked)
  try {
    localStorage.setItem(PREFIX + list, JSON.stringify([...picked]))
    forgetOld(PREFIX + list)
  } catch {
    // Storage is full or closed: the ticks last as long as the page.
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
