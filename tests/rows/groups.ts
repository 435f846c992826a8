import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE } from '#bin/rules.ts'
import { folderOf, type Kind, type Mutation } from './mutations.ts'

type Kinded = Mutation & { kind: Kind }

/** Groups mutations to try in one run: no test covers two of a group, so a failing test tells which it noticed. */
export function groupsOf(mutations: readonly Kinded[], root: string): Kinded[][] {
  const pairs = citedTogether(root)
  const groups: Kinded[][] = []
  for (const mutation of mutations) {
    const group = groups.find((members) =>
      members.every((other) => mayShare(mutation, other, pairs)),
    )
    if (group) group.push(mutation)
    else groups.push([mutation])
  }
  return groups
}

function mayShare(one: Kinded, other: Kinded, pairs: ReadonlySet<string>): boolean {
  if (one.isApart || other.isApart || one.row === other.row) return false
  // A mutation that needs no build shall not wait for one.
  if ((one.kind === 'unit') !== (other.kind === 'unit')) return false
  return one.kind !== other.kind || !pairs.has(pairOf(one.kind, one.row, other.row))
}

const pairOf = (kind: Kind, ...rows: [string, string]) =>
  [folderOf(kind), ...rows.toSorted()].join(' ')

/** Pairs of rows that one line of a test file cites, with the folder of the test. */
function citedTogether(root: string): Set<string> {
  const pairs = new Set<string>()
  for (const kind of ['unit', 'screen'] as const) {
    for (const file of globSync(`${folderOf(kind)}/**/*.test.ts`, { cwd: root })) {
      for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
        const codes = line.match(CODE) ?? []
        for (const one of codes) for (const other of codes) pairs.add(pairOf(kind, one, other))
      }
    }
  }
  return pairs
}
