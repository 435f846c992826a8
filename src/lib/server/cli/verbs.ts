import type { Verb } from './verb.ts'

/** All commands, each loaded only when called, so that the program starts fast. */
const VERBS = {
  check: () => import('./check.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  'export-site': () => import('./export-site.ts'),
  undo: () => import('./undo.ts'),
  publish: () => import('./publish.ts'),
  watch: () => import('./watch.ts'),
  status: () => import('./status.ts'),
  orders: () => import('./orders/orders.ts'),
  jobs: () => import('./jobs.ts'),
  stock: () => import('./stock.ts'),
  newsletter: () => import('./newsletter.ts'),
  grant: () => import('./grant.ts'),
  revoke: () => import('./revoke.ts'),
  'move-database': () => import('./move-database.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
} satisfies Record<string, () => Promise<{ verb: Verb }>>
type Name = keyof typeof VERBS

const isName = (name: string): name is Name => Object.hasOwn(VERBS, name)

/** The command with this name, if there is one. */
export async function findVerb(name: string): Promise<Verb | undefined> {
  return isName(name) ? (await VERBS[name]()).verb : undefined
}

/** All commands, in the order of the overview. */
export async function allVerbs(): Promise<Verb[]> {
  const modules = await Promise.all(Object.values(VERBS).map((load) => load()))
  return modules.map(({ verb }) => verb)
}
