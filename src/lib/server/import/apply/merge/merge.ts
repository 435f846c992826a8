import type { Db } from '#lib/server/database/schema.ts'
import type { ImportPlan, Side } from '#lib/server/import/read/plan.ts'
import type { ExportMark } from '#lib/server/import/read/product/product.ts'
import { type Fields, isSame, type LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Something that an import may change; `base` is the last import that the list's author knew. */
export type ChangeTarget = Pick<LoggedChange, 'kind' | 'key'> & { base: number }
/** What others did to a field since: its value before, their changes, and the last of these. */
export type Others = { was: unknown; changes: Entry[]; last: Entry }
type Entry = { id: number; before: Fields | null; after: Fields | null }
type Maker = { editor: string; at: number }

/** A field that a list and somebody else since changed differently. */
export type Conflict = Pick<LoggedChange, 'kind' | 'key'> & {
  field: string
  /** The label of the pack that the field belongs to. */
  label?: string | undefined
  mine: unknown
  theirs: unknown
  /** The import that gave it the value `theirs`. */
  by: number
} & Maker
type Values<Value> = { mine: Value; theirs: Value; was: unknown }

/** How many things are looked up at a time. */
const BATCH = 400

/**
 * Merges a list with what others imported since it was written, field by field. Fields that the list does not
 * change keep their current value; for fields that both changed differently the editor is asked, and until then
 * they keep their current value, too.
 */
export class Merge {
  readonly asked: Conflict[] = []
  /** How many fields the list would have turned back. */
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

  /** Whether nobody else imported anything since. */
  get isAlone(): boolean {
    return this.#imports.size === 0
  }

  /** A thing, with the last import that the list or its row knew when it was written. */
  thing(kind: ChangeTarget['kind'], key: string, rowBase?: number): ChangeTarget {
    const { base = 0, written = 0, isAsIs = false } = this.#plan.merge ?? {}
    if (isAsIs) return { kind, key, base }
    return { kind, key, base: rowBase ?? (kind === 'product' ? base : written) }
  }

  /**
   * The last import known to a row of an export; undefined if it names none. After a backup is restored, numbers
   * are given again, so imports made after the row's time do not count as known.
   */
  knownBy(row: Pick<ExportMark, 'after' | 'stamp'> | null): number | undefined {
    if (row?.after === undefined) return undefined
    return Math.min(row.after, this.#madeBy(row.stamp))
  }

  /** The last import made up to the time `then`. The result is kept, since many rows share it. */
  #madeBy(then: number): number {
    const known = this.#lastBy.get(then)
    if (known !== undefined) return known
    const { written = 0 } = this.#plan.merge ?? {}
    const made = [...this.#imports].flatMap(([id, { at }]) => (at <= then ? [id] : []))
    const last = made.reduce((one, other) => Math.max(one, other), written)
    this.#lastBy.set(then, last)
    return last
  }

  /** Whether anybody else changed anything about the thing since. */
  isTouched({ kind, key, base }: ChangeTarget): boolean {
    const entries = this.#entries.get(`${kind} ${key}`) ?? []
    return entries.some(({ id }) => id > base && this.#isOthers(id))
  }

  /** Loads what was done to these things since the list was written. */
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

  /** What others did to a field since the editor's own last change to it; undefined for nothing. */
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

  /** The value that a field gets if the list says `mine` and the shop has `theirs`. */
  settle<Value>(thing: ChangeTarget, field: string, mine: Value, theirs: Value): Value {
    if (isSame(mine, theirs)) return theirs
    const others = this.others(thing, field)
    if (!others) return mine
    return this.decide(thing, { field, by: others.last.id }, { mine, theirs, was: others.was })
  }

  /** Like `settle`, when the field's earlier value is known. */
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

  /** Whether an import is news to the editor: not if they made it themselves before they uploaded the list. */
  #isOthers(id: number): boolean {
    const { merge, editor } = this.#plan
    return id > (merge?.base ?? 0) || this.#imports.get(id)?.editor !== editor
  }

  /** The editor's answer to a conflict; changes made after the question need a new answer. */
  #answer(conflict: Conflict): Side | undefined {
    const { answers = {}, rest, askedAt = 0 } = this.#plan.merge ?? {}
    return conflict.by <= askedAt ? (answers[conflictKey(conflict)] ?? rest) : undefined
  }
}

/** The key under which the answer to a conflict is kept. */
export const conflictKey = ({ kind, key, field, label = '' }: Omit<Conflict, 'mine' | 'theirs'>) =>
  JSON.stringify([kind, key, field, label])

const fieldsIn = (json: string | null): Fields | null => (json === null ? null : JSON.parse(json))
