import { joinFormer, MAX_FORMER, splitFormer } from '#lib/catalogue/former-addresses.ts'
import type { ImportedPage } from '#lib/server/import/read/folder/content-files.ts'

type Text = Pick<ImportedPage, 'id' | 'title' | 'body' | 'formerly'>

/**
 * Gives each text the addresses that lead to it: those it had, those its file names, and those of a text that it
 * was renamed from, so that no address leads over another one (E27).
 * @param before the texts of one kind that the shop has
 * @param after the texts of this kind that it will have
 */
export function withFormer<T extends Text>(before: readonly Text[], after: readonly T[]): T[] {
  const left = new Set(after.map(({ id }) => id))
  const leadsTo = new Map<string, string>()
  for (const { id, formerly } of before) {
    if (left.has(id)) for (const address of splitFormer(formerly)) leadsTo.set(address, id)
  }
  for (const { id, formerly } of after) {
    for (const address of splitFormer(formerly)) {
      if (!leadsTo.has(address)) leadsTo.set(address, id)
    }
  }
  for (const [gone, now] of findRenamed(before, after)) {
    for (const address of [...splitFormer(gone.formerly), gone.id]) {
      // Afterwards it is the latest one.
      leadsTo.delete(address)
      leadsTo.set(address, now.id)
    }
  }
  const byText = Map.groupBy(leadsTo.keys(), (address) => leadsTo.get(address))
  return after.map((text) => {
    const own = (byText.get(text.id) ?? []).filter((address) => address !== text.id)
    return { ...text, formerly: joinFormer(own.slice(-MAX_FORMER)) }
  })
}

/** Texts that are gone, each with the one it became. */
function findRenamed<T extends Text>(before: readonly Text[], after: readonly T[]): Map<Text, T> {
  const [had, has] = [before, after].map((texts) => new Set(texts.map(({ id }) => id)))
  const gone = before.filter(({ id }) => !has?.has(id))
  const came = after.filter(({ id }) => !had?.has(id))
  const renamed = new Map<Text, T>()
  for (const old of gone) {
    const named = after.find((text) => splitFormer(text.formerly).includes(old.id))
    const back = came.find(({ id }) => splitFormer(old.formerly).includes(id))
    const now = named ?? back
    if (now) renamed.set(old, now)
  }
  for (const sameness of SAMENESS) {
    const taken = new Set([...renamed.values()].map(({ id }) => id))
    const old = Map.groupBy(
      gone.filter((text) => !renamed.has(text)),
      sameness,
    )
    const now = Map.groupBy(
      came.filter(({ id }) => !taken.has(id)),
      sameness,
    )
    for (const [key, [first, ...others]] of old) {
      const [one, ...more] = now.get(key) ?? []
      if (first && one && others.length + more.length === 0) renamed.set(first, one)
    }
  }
  return renamed
}

/** How a renamed text is known again, the surest first. */
const SAMENESS: ((text: Text) => string)[] = [
  ({ title, body }) => JSON.stringify([title, body]),
  ({ body }) => body,
  ({ title }) => title.toLowerCase(),
]
