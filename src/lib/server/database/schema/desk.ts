import type { ColumnType, Generated } from 'kysely'

/** How far an upload is. `checked` is ready to be published, as far as its report lets it. */
export type UploadState =
  'checking' | 'checked' | 'publishing' | 'published' | 'unchanged' | 'failed' | 'discarded'

/**
 * Our own columns, those of another shop's exports, or any that an editor `matched` with ours; `form` is
 * a list that a form of the desk wrote. Of `withdraw` and `soldout` the SKUs alone count.
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
  /** The shop's last import when the list was brought, or its form was shown. */
  base: Generated<number>
  /** The map of a list that was matched once, as `--map` takes it. */
  map: ColumnType<string | null, string | null | undefined, string | null>
  /** 1: what others did before that is overwritten, also by rows of an older export. */
  is_as_is: Generated<number>
  state: UploadState
  /** JSON of what was found; of a failed one why. */
  report: string | null
  /** Its import, once it is published. */
  import_id: number | null
  /** The catalogue's version that has it. */
  version: number | null
  created_at: number
  changed_at: number
  /** Which server works on it, and until when no other takes it over. */
  lease_owner: string | null
  lease_until: number
}

/** What an editor did; `who` is their address at that time and stays when the account goes. */
type DeskActionTable = {
  id: string
  user_id: string | null
  who: string
  kind:
    | ('upload' | 'check' | 'preview' | 'publish' | 'undo' | 'discard' | 'export')
    | ('grant' | 'revoke' | 'takedown' | 'show')
  /** The file, the page, or the review. */
  what: string
  import_id: number | null
  /** JSON of what it changed. */
  figures: string | null
  created_at: number
}

/** How files with this header (its hash) were matched last; JSON. */
type ColumnMapTable = { header: string; matching: string; changed_at: number }

export type DeskTables = {
  desk_upload: DeskUploadTable
  desk_action: DeskActionTable
  column_map: ColumnMapTable
}
