import type { Db } from '#lib/server/database/schema.ts'
import type { FollowChanges } from './follow-changes.ts'
import type { ReadIndex } from './records/read-index.ts'
import type { Lease } from './site/lease.ts'

/** What a publish did, as `shop publish` prints it. */
export type Published = {
  rendered: number
  written: number
  unchanged: number
  removed: number
  failed: string[]
  seconds: number
}

export const NOTHING_PUBLISHED: Published = {
  rendered: 0,
  written: 0,
  unchanged: 0,
  removed: 0,
  failed: [],
  seconds: 0,
}

/** The counts of two rounds together. */
export const sumOf = (one: Published, other: Published): Published => ({
  rendered: one.rendered + other.rendered,
  written: one.written + other.written,
  unchanged: one.unchanged + other.unchanged,
  removed: one.removed + other.removed,
  failed: [...one.failed, ...other.failed],
  seconds: one.seconds + other.seconds,
})

/** The folder to write, what its pages read, and who is told of the progress. */
export type Site = {
  db: Db
  siteId: string
  /** Build and address that the pages are made for. */
  stamp: string
  siteDir: string
  lease: Pick<Lease, 'hold'>
  index: ReadIndex
  /** Called when a batch went live. */
  onLive: OnLive | undefined
  onProgress: ((done: number, total: number) => void) | undefined
  /** Told of each part that was rendered with its pages. */
  onPart?: ((part: string) => void) | undefined
  /** What editors change meanwhile, to be rendered before the rest. */
  changes?: Pick<FollowChanges, 'look' | 'pagesOf' | 'pagesFor'> | undefined
}

/** Told of the paths that changed, parts among them, and of the pages that contain these parts. */
export type OnLive = (paths: string[], readers: Iterable<string>) => void
