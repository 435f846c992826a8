import { joinFormer, MAX_FORMER, splitFormer } from '#lib/catalogue/former-addresses.ts'
import type { ImportedPage } from '#lib/server/import/read/folder/content-files.ts'

type Text = Pick<ImportedPage, 'id' | 'title' | 'body' | 'formerly'>

/**
 * Gives each text the addresses that lead to it: those its file names, or those it had if the file says nothing of
 * them, and those of a text that it was renamed from, so that no address leads over another one (E27).
 * @param before the texts of one kind that the shop has
 * @param after the texts of this kind that it will have
 */
export function withFormer<T extends Text>(
  before: readonly Text[],
  after: readonly T[],
): (T & { formerly: string })[] {
  const said = new Map(after.map((text) => [text.id, text.formerly === null ? null : named(text)]))
  const leadsTo = new Map<string, string>()
  for (const text of before) {
    const own = said.get(text.id)
    if (own === undefined) continue
    for (const address of named(text)) {
      if (own?.includes(address) ?? true) leadsTo.set(address, text.id)
    }
  }
  for (const text of after) {
    for (const address of named(text)) {
      const owner = leadsTo.get(address)
      // A text whose file says nothing of it gives way.
      if (owner === undefined || said.get(owner) === null) leadsTo.set(address, text.id)
    }
  }
  const renamed = [...findRenamed(before, after)]
  const moved = [
    ...renamed.flatMap(([gone, { id }]) => named(gone).map((address) => [address, id] as const)),
    // What was a text until now leads to what became of it, whoever had this address earlier.
    ...renamed.map(([gone, { id }]) => [gone.id, id] as const),
  ]
  for (const [address, id] of moved) {
    // Afterwards it is the latest one.
    leadsTo.delete(address)
    leadsTo.set(address, id)
  }
  const byText = Map.groupBy(leadsTo.keys(), (address) => leadsTo.get(address))
  return after.map((text) => {
    const own = (byText.get(text.id) ?? []).filter((address) => address !== text.id)
    return { ...text, formerly: joinFormer(own.slice(-MAX_FORMER)) }
  })
}

const named = ({ formerly }: Text): string[] => splitFormer(formerly ?? '')

/** Texts that are gone, each with the one it became. */
function findRenamed<T extends Text>(before: readonly Text[], after: readonly T[]): Map<Text, T> {
  const [had, has] = [before, after].map((texts) => new Set(texts.map(({ id }) => id)))
  const gone = before.filter(({ id }) => !has?.has(id))
  const came = after.filter(({ id }) => !had?.has(id))
  const renamed = new Map<Text, T>()
  // A text that had this address before the one that is gone took it is not what became of it.
  const hadIt = (text: Text, address: string) =>
    before.some(
      (old) =>
        named(old).includes(address) &&
        (old.id === text.id || (gone.includes(old) && named(text).includes(old.id))),
    )
  for (const old of gone) {
    const now = [...came, ...after].find(
      (text) => named(text).includes(old.id) && !hadIt(text, old.id),
    )
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
  const taken = new Set([...renamed.values()].map(({ id }) => id))
  for (const old of gone.filter((text) => !renamed.has(text))) {
    const back = came.find(({ id }) => !taken.has(id) && named(old).includes(id))
    if (back) renamed.set(old, back)
  }
  return renamed
}

/** How a renamed text is known again, the surest first. */
const SAMENESS: ((text: Text) => string)[] = [
  ({ title, body }) => JSON.stringify([title, body]),
  ({ body }) => body,
  ({ title }) => title.toLowerCase(),
]
