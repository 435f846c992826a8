import type { PreviewSide } from '#lib/desk/uploads.ts'
import type { ListFormat } from '#lib/server/database/schema/desk.ts'
import type { MergeWith, StockMode } from '#lib/server/import/read/plan.ts'
import type { ListHead } from '#lib/server/import/read/columns/matching.ts'
import type { Undone } from '#lib/server/import/undo/undone.ts'
import type { UndoPart } from '#lib/server/import/undo/undo-work.ts'
import type { CheckResult } from './report.ts'

export type Editor = { id: string; email: string }

/** An upload's files and how to read them; `map` is the text of the map, if its columns were matched. */
export type UploadSource = { id: string; name: string; map: string | null } & ReadOptions & Merging
export type ReadOptions = { format: ListFormat; withdraws: boolean }
/** `base`: the shop's last import when the list was written; `isAsIs`: what others changed since does not matter. */
type Merging = Required<Pick<MergeWith, 'base' | 'isAsIs'>>

/** Whether invalid rows are left out, and what happens to stocks that would bring sold units back. */
export type Publishing = {
  skipsInvalid: boolean
  stockMode: StockMode
  /** Whose value counts for fields that others changed, too. */
  merge: Required<Pick<MergeWith, 'answers' | 'askedAt'>> & Pick<MergeWith, 'rest'>
}

/** Which part of an import to take back, or whether only to look at it. */
export type Undoing = { part?: UndoPart; leavesLater?: boolean; isDryRun?: boolean }

/** A task of the desk. It may take minutes, so it runs outside the thread that serves shoppers. */
export type Task =
  | { kind: 'check'; source: UploadSource; repairsLetters?: boolean }
  | ({
      kind: 'publish'
      source: UploadSource
      editor: Editor
      /** The server whose lease the list is under. */
      owner: string
    } & Publishing)
  | { kind: 'head'; source: UploadSource }
  /** With a `side`, the page is for one of two frames beside each other: the shop as it is now, or with the list. */
  | { kind: 'preview'; source: UploadSource; path: string; side?: PreviewSide | undefined }
  | ({ kind: 'undo'; editor: Editor; number: number } & Undoing)
  | { kind: 'export'; file: string }
  /** No question: only loads what other tasks need. */
  | { kind: 'warm' }

/** A task of one kind. */
export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>

/** A rendered page. */
export type Preview = { status: number; html: string }

export type Outcomes = {
  check: CheckResult
  /** The import's number, null if nothing had to change; or the number of an import that changed the same field. */
  publish: { import: number | null } | { cameSince: number } | { refusal: string }
  preview: Preview | { refusal: string }
  undo: Undone | { refusal: string }
  head: ListHead | { refusal: string }
  export: { products: number }
  warm: Record<never, never>
}

/** The progress of a task; `ratio` from 0 to 1. */
export type Progress = { text: string; ratio: number }

/** What the worker needs to know about the shop. */
export type TaskSettings = {
  databaseUrl: string
  dataDir: string
  publicUrl: URL
  /** Who may fill a cart: previews show what the published page would. */
  cartGate: 'open' | 'signin'
}
