import type { ColumnType, Generated } from 'kysely'

/** The state of an upload. `checked` can be published, as far as its report allows. */
export type UploadState =
  'checking' | 'checked' | 'publishing' | 'published' | 'unchanged' | 'failed' | 'discarded'

/**
 * Whose columns a list has: ours, those of another shop system's exports, or any that an editor `matched` to
 * ours; `form` was written by a form of the desk. Of `withdraw` and `soldout` only the SKUs count.
 */
export type ListFormat =
  'kirana' | 'shopify' | 'woocommerce' | 'withdraw' | 'soldout' | 'matched' | 'form'

type DeskUploadTable = {
  id: string
  user_id: string
  /** The file's name, cleaned. */
  name: string
  bytes: number
  /** Whose columns the list has. */
  format: ListFormat
  /** 1: products that the file lacks are withdrawn. */
  withdraws: number
  /** The shop's last import when the list was uploaded, or its form was shown. */
  base: Generated<number>
  /** The map of a matched list, in the format of `--map`. */
  map: ColumnType<string | null, string | null | undefined, string | null>
  /** 1: it overwrites what others changed before, even with rows from an older export. */
  is_as_is: Generated<number>
  state: UploadState
  /** What was found, as JSON; of a failed upload the reason. */
  report: string | null
  /** Its import, once published. */
  import_id: number | null
  /** The catalogue version that includes it. */
  version: number | null
  created_at: number
  changed_at: number
  /** Which server works on it, and until when no other may take over. */
  lease_owner: string | null
  lease_until: number
}

/**
 * What an editor did; `who` is their mail address at that time, which is kept when the account is deleted. A
 * `takeback` was done by the writer of a review, who is not named.
 */
type DeskActionTable = {
  id: string
  user_id: string | null
  who: string
  kind:
    | ('upload' | 'check' | 'preview' | 'publish' | 'undo' | 'discard' | 'export')
    | ('grant' | 'revoke' | 'takedown' | 'show' | 'takeback')
  /** The file, page or review concerned. */
  what: string
  import_id: number | null
  /** What it changed, as JSON. */
  figures: string | null
  created_at: number
}

/** How files with this header (hashed) were last matched, as JSON. */
type ColumnMapTable = { header: string; matching: string; changed_at: number }

export type DeskTables = {
  desk_upload: DeskUploadTable
  desk_action: DeskActionTable
  column_map: ColumnMapTable
}
