import type { PreviewSide } from '#lib/desk/uploads.ts'
import type { ListFormat } from '#lib/server/database/schema/desk.ts'
import type { MergeWith, StockMode } from '#lib/server/import/read/plan.ts'
import type { ListHead } from '#lib/server/import/read/matching.ts'
import type { Undone } from '#lib/server/import/undo/undone.ts'
import type { UndoPart } from '#lib/server/import/undo/undo-work.ts'
import type { CheckResult } from './report.ts'

export type Editor = { id: string; email: string }

/** The files of an upload, and how they are to be read; `map` is the map of a list that was matched once. */
export type UploadSource = { id: string; name: string; map: string | null } & ReadOptions & Merging
export type ReadOptions = { format: ListFormat; withdraws: boolean }
/** What was in the shop when a list was written, and whether that is of no interest. */
type Merging = Required<Pick<MergeWith, 'base' | 'isAsIs'>>

/** What is left out of a list, and what becomes of counts that would bring sold units back. */
export type Publishing = {
  skipsInvalid: boolean
  stockMode: StockMode
  /** What was said of fields that others changed, too. */
  merge: Required<Pick<MergeWith, 'answers' | 'askedAt'>> & Pick<MergeWith, 'rest'>
}

/** Which part of an import is taken back, or only looked at. */
export type Undoing = { part?: UndoPart; leavesLater?: boolean; isDryRun?: boolean }

/** Work on lists: it may take minutes, so it is done beside the thread that serves shoppers. */
export type Task =
  | { kind: 'check'; source: UploadSource; repairsLetters?: boolean }
  | ({
      kind: 'publish'
      source: UploadSource
      editor: Editor
      /** The server whose list it is. */
      owner: string
    } & Publishing)
  | { kind: 'head'; source: UploadSource }
  /** With a `side`, the page is for a frame beside the other one: as it is, or with the list. */
  | { kind: 'preview'; source: UploadSource; path: string; side?: PreviewSide | undefined }
  | ({ kind: 'undo'; editor: Editor; number: number } & Undoing)
  | { kind: 'export'; file: string }
  /** Nothing is asked: what other tasks need is made ready. */
  | { kind: 'warm' }

/** A page as it would be. */
export type Preview = { status: number; html: string }

export type Outcomes = {
  check: CheckResult
  /** The import's number, null when nothing had to be changed; or that of one which changed the same field. */
  publish: { import: number | null } | { cameSince: number } | { refusal: string }
  preview: Preview | { refusal: string }
  undo: Undone | { refusal: string }
  head: ListHead | { refusal: string }
  export: { products: number }
  warm: Record<never, never>
}

/** How far a task is; `ratio` from 0 to 1. */
export type Progress = { text: string; ratio: number }

/** What the worker needs to know of the shop. */
export type TaskSettings = {
  databaseUrl: string
  dataDir: string
  publicUrl: URL
  /** Who may fill a cart; a preview asks the server as the published page will. */
  cartGate: 'open' | 'signin'
}
