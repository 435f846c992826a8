import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Fields as Logged } from '#lib/server/import/apply/change-log.ts'
import { isCategoryShown, leadsTo } from '#lib/server/catalogue/moved-category.ts'
import type { FormFields, PartFiles, PicturesFrom } from './parts.ts'
import { writeCategories } from './write-categories.ts'

/**
 * A form rewritten to the current ids of its categories. `before` maps a current id to the one in the form; `gone`
 * names categories that have no current id.
 */
type Followed = { fields: FormFields; before: Map<string, string>; gone: string[] }
type Place = { id: string; name: string; position: number; moved_to: string | null }

const FIELD = /^([^.]+)\.(name|order|subs|picture|gone|remove)$/

/**
 * Adapts a form that was opened before a colleague renamed categories to the categories of today. `gone` names
 * categories that the form changes although they lead nowhere.
 */
export async function followMoves(
  db: Db,
  fields: FormFields,
  pictured: readonly string[] = [],
): Promise<Followed> {
  const ids = idsOf([...Object.keys(fields), ...pictured])
  const rows = await db
    .selectFrom('category')
    .select(['id', 'name', 'position', 'moved_to'])
    .execute()
  const places = new Map(rows.map((row): [string, Place] => [row.id, row]))
  const followed: Followed = { fields: { ...fields }, before: new Map(), gone: [] }
  for (const id of ids) {
    const place = places.get(id)
    if (place && isCategoryShown(place)) continue
    const said = ownFields(fields, id)
    for (const name of Object.keys(said)) delete followed.fields[`${id}.${name}`]
    if (said['name'] === place?.name) delete said['name']
    if (said['order'] === (await placeBefore(db, id))) delete said['order']
    const now = place && leadsTo(places, place)?.id
    if (now && !ids.has(now)) {
      followed.before.set(now, id)
      for (const [name, text] of Object.entries(said)) followed.fields[`${now}.${name}`] = text
    } else if (said['name'] || said['subs']?.trim() || pictured.includes(`${id}.picture`)) {
      followed.gone.push(place?.name ?? id)
    }
  }
  return followed
}

/** Writes the files of a category form. If the form is outdated, its changes go to the categories as they are now. */
export async function writeFollowed(
  db: Db,
  form: FormFields,
  picturesFrom: PicturesFrom,
  pictured: readonly string[],
): Promise<PartFiles> {
  const { fields, before, gone } = await followMoves(db, form, pictured)
  if (gone.length > 0) return { ok: false, error: deskContentTexts.categoryMoved(gone) }
  const written = await writeCategories(db, fields, (field) => {
    const [id = '', name = ''] = field.split('.')
    return picturesFrom(`${before.get(id) ?? id}.${name}`)
  })
  return written.ok ? { ...written, fields } : written
}

/** Names of categories in a form that now have another id, or none. */
export async function movedNames(db: Db, fields: FormFields): Promise<string[]> {
  const { before, gone } = await followMoves(db, fields)
  if (before.size === 0) return gone
  const rows = db
    .selectFrom('category')
    .select('name')
    .where('id', 'in', [...before.values()])
  return [...gone, ...(await rows.orderBy('name').execute()).map(({ name }) => name)]
}

const idsOf = (names: readonly string[]): Set<string> =>
  new Set(names.map((name) => FIELD.exec(name)?.[1] ?? 'new').filter((id) => id !== 'new'))

const ownFields = (fields: FormFields, id: string): FormFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) =>
      FIELD.exec(name)?.[1] === id ? [[name.slice(id.length + 1), text]] : [],
    ),
  )

/** The place that a category had before it was hidden, as the form would have shown it. */
async function placeBefore(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('import_change')
    .select('before')
    .where('kind', '=', 'category')
    .where('key', '=', id)
    .orderBy('import_id', 'desc')
    .executeTakeFirst()
  const before: Logged | null = row?.before ? JSON.parse(row.before) : null
  return before ? String(before['position']) : undefined
}
