import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ATTACK_MUTATIONS } from './attack-mutations.ts'
import { FAULT_MUTATIONS } from './fault-mutations.ts'
import { UNIT_MUTATIONS } from './unit-mutations.ts'
import { PAGE_MUTATIONS } from './page-mutations.ts'
import { SCREEN_MUTATIONS } from './screen-mutations.ts'

/** A change at one place that makes the sentence of a rule untrue. */
export type Mutation = {
  row: string
  /** What is no longer so. */
  breaks: string
  file: string
  /** Must occur in the file exactly once. */
  find: string
  replace: string
  /** Tests of other rows notice it, too: it must not share their run. */
  isApart?: true
}

/** What a mutation's tests need: only the sources, a build, or a build and a browser. */
export type Kind = 'unit' | 'page' | 'screen'

/** All mutations in the order in which they are tried: the cheap ones first. */
export const MUTATIONS: readonly (Mutation & { kind: Kind })[] = [
  ...UNIT_MUTATIONS.map((mutation) => ({ ...mutation, kind: 'unit' as const })),
  ...ATTACK_MUTATIONS.map((mutation) => ({ ...mutation, kind: 'unit' as const })),
  ...FAULT_MUTATIONS.map((mutation) => ({ ...mutation, kind: 'unit' as const })),
  ...PAGE_MUTATIONS.map((mutation) => ({ ...mutation, kind: 'page' as const })),
  ...SCREEN_MUTATIONS.map((mutation) => ({ ...mutation, kind: 'screen' as const })),
]

/** The folder with the tests of a kind. */
export const folderOf = (kind: Kind): string => (kind === 'screen' ? 'tests/browser' : 'tests/unit')

/** How often the text that a mutation looks for occurs in its file below `root`. */
export function countOf({ file, find }: Mutation, root: string): number {
  return readFileSync(join(root, file), 'utf8').split(find).length - 1
}

/**
 * Breaks the sentence in the tree below `root`. @returns what mends it
 * @throws when the text is not there exactly once
 */
export function apply(mutation: Mutation, root: string): () => void {
  const { row, file, find, replace } = mutation
  if (countOf(mutation, root) !== 1)
    throw new Error(`The mutation of ${row} is out of date: ${file}`)
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    before.replace(find, () => replace),
  )
  return () => writeFileSync(path, before)
}
