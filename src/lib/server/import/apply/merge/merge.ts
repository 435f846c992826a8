import type { Db } from '#lib/server/database/schema.ts'
import type { ImportPlan, Side } from '#lib/server/import/read/plan.ts'
import type { ExportMark } from '#lib/server/import/read/product.ts'
import { type Fields, isSame, type LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Something that an import changes, in the state that whoever wrote the list knew. */
export type ChangeTarget = Pick<LoggedChange, 'kind' | 'key'> & { base: number }
/** What others did to a field since: its value before that, and the last of their imports. */
export type Others = { was: unknown; changes: Entry[]; last: Entry }
type Entry = { id: number; before: Fields | null; after: Fields | null }
type Maker = { editor: string; at: number }

/** A field that a list and somebody else since changed differently. */
export type Conflict = Pick<LoggedChange, 'kind' | 'key'> & {
  field: string
  /** The pack whose field it is. */
  label?: string | undefined
  mine: unknown
  theirs: unknown
  /** The import that made it theirs. */
  by: number
} & Maker
type Values<Value> = { mine: Value; theirs: Value; was: unknown }

/** Things that are looked up at a time. */
const BATCH = 400

/**
 * Merges a list with what others imported since it was written, field by field: what the list does not
 * change stays as it is now; what both changed differently is asked, and until then stays as it is.
 */
export class Merge {
  readonly asked: Conflict[] = []
  /** Fields that the list would have turned back. */
  kept = 0
  #plan: Pick<ImportPlan, 'merge' | 'editor'>
  #imports: Map<number, Maker>
  #entries = new Map<string, Entry[]>()
  #lastBy = new Map<number, number>()

  private constructor(plan: Pick<ImportPlan, 'merge' | 'editor'>, imports: Map<number, Maker>) {
    this.#plan = plan
    this.#imports = imports
  }

  static async open(db: Db, plan: Pick<ImportPlan, 'merge' | 'editor'>): Promise<Merge> {
    if (!plan.merge) return new Merge(plan, new Map())
    const rows = await db
      .selectFrom('catalogue_import')
      .select(['id', 'editor', 'created_at'])
      .where('id', '>', plan.merge.written)
      .execute()
    const makers = rows.map(({ id, editor, created_at }): [number, Maker] => [
      id,
      { editor, at: created_at },
    ])
    const merge = new Merge(plan, new Map(makers))
    return rows.some(({ id }) => merge.#isOthers(id)) ? merge : new Merge(plan, new Map())
  }

  /** Whether nobody else imported anything. */
  get isAlone(): boolean {
    return this.#imports.size === 0
  }

  /** The thing in the state that the list, or its row, was written after. */
  thing(kind: ChangeTarget['kind'], key: string, rowBase?: number): ChangeTarget {
    const { base = 0, written = 0, isAsIs = false } = this.#plan.merge ?? {}
    if (isAsIs) return { kind, key, base }
    return { kind, key, base: rowBase ?? (kind === 'product' ? base : written) }
  }

  /**
   * The last import that a row of an export knows; undefined where it names none. A restore gives numbers
   * anew, so what was made after the row's moment is no import that it knows.
   */
  knownBy(row: Pick<ExportMark, 'after' | 'stamp'> | null): number | undefined {
    if (row?.after === undefined) return undefined
    return Math.min(row.after, this.#madeBy(row.stamp))
  }

  /** The last import that was made by then; what every row knows is not looked up. */
  #madeBy(then: number): number {
    const known = this.#lastBy.get(then)
    if (known !== undefined) return known
    const { written = 0 } = this.#plan.merge ?? {}
    const made = [...this.#imports].flatMap(([id, { at }]) => (at <= then ? [id] : []))
    const last = made.reduce((one, other) => Math.max(one, other), written)
    this.#lastBy.set(then, last)
    return last
  }

  /** Whether anybody else changed anything of it since. */
  isTouched({ kind, key, base }: ChangeTarget): boolean {
    const entries = this.#entries.get(`${kind} ${key}`) ?? []
    return entries.some(({ id }) => id > base && this.#isOthers(id))
  }

  /** Looks up what was done to these things since. */
  async load(db: Db, kind: ChangeTarget['kind'], keys: readonly string[]): Promise<void> {
    if (this.isAlone) return
    for (let at = 0; at < keys.length; at += BATCH) {
      const rows = await db
        .selectFrom('import_change')
        .select(['import_id', 'key', 'before', 'after'])
        .where('kind', '=', kind)
        .where('key', 'in', keys.slice(at, at + BATCH))
        .where('import_id', '>', this.#plan.merge?.written ?? 0)
        .orderBy('import_id')
        .execute()
      for (const { import_id, key, before, after } of rows) {
        const entry = { id: import_id, before: fieldsIn(before), after: fieldsIn(after) }
        const known = this.#entries.get(`${kind} ${key}`) ?? []
        if (known.at(-1)?.id !== import_id) this.#entries.set(`${kind} ${key}`, [...known, entry])
      }
    }
  }

  /** What others did to a field, after what the editor did to it themselves; undefined for nothing. */
  others({ kind, key, base }: ChangeTarget, field: string): Others | undefined {
    const touching = (this.#entries.get(`${kind} ${key}`) ?? []).filter(
      ({ id, before, after }) => id > base && (!before || !after || field in after),
    )
    const own = touching.findLastIndex(({ id }) => !this.#isOthers(id))
    const changes = touching.slice(own + 1)
    const [first] = changes
    const last = changes.at(-1)
    return first && last && { was: first.before?.[field], changes, last }
  }

  /** What a field becomes, of which a list says `mine` and the shop has `theirs`. */
  settle<Value>(thing: ChangeTarget, field: string, mine: Value, theirs: Value): Value {
    if (isSame(mine, theirs)) return theirs
    const others = this.others(thing, field)
    if (!others) return mine
    return this.decide(thing, { field, by: others.last.id }, { mine, theirs, was: others.was })
  }

  /** The same where it is known what the field was. */
  decide<Value>(
    thing: ChangeTarget,
    { field, label, by }: Pick<Conflict, 'field' | 'label' | 'by'>,
    { mine, theirs, was }: Values<Value>,
  ): Value {
    if (isSame(mine, theirs) || isSame(theirs, was)) return mine
    if (isSame(mine, was)) {
      this.kept++
      return theirs
    }
    const { kind, key } = thing
    const { editor = '', at = 0 } = this.#imports.get(by) ?? {}
    const conflict = { kind, key, field, label, mine, theirs, by, editor, at }
    const answer = this.#answer(conflict)
    if (answer === undefined) this.asked.push(conflict)
    return answer === 'mine' ? mine : theirs
  }

  /** What the editor imported before they brought the list is no news to them. */
  #isOthers(id: number): boolean {
    const { merge, editor } = this.#plan
    return id > (merge?.base ?? 0) || this.#imports.get(id)?.editor !== editor
  }

  /** What was said of it, as it is now: what came after the question is asked anew. */
  #answer(conflict: Conflict): Side | undefined {
    const { answers = {}, rest, askedAt = 0 } = this.#plan.merge ?? {}
    return conflict.by <= askedAt ? (answers[conflictKey(conflict)] ?? rest) : undefined
  }
}

/** What an answer is kept under. */
export const conflictKey = ({ kind, key, field, label = '' }: Omit<Conflict, 'mine' | 'theirs'>) =>
  JSON.stringify([kind, key, field, label])

const fieldsIn = (json: string | null): Fields | null => (json === null ? null : JSON.parse(json))
