import type { Result } from '#lib/result.ts'
import { type Alarm, alarmsOf } from '#lib/server/import/apply/describe/alarms.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import type { Side } from '#lib/server/import/read/plan.ts'
import { alarmTexts } from '#lib/texts/page/import/alarms.ts'
import { mergeTexts } from '#lib/texts/page/import/merge.ts'
import { type DeskReport, graveAlarm } from './report.ts'
import type { Publishing } from './task.ts'

/**
 * What an editor answers with the publish button. `sides`: whose value counts, by the index of the conflict in the
 * report; `rest`: for conflicts that the report does not list.
 */
export type Answers = Omit<Publishing, 'merge'> & {
  confirmed: string
  sides?: ReadonlyMap<number, Side>
  rest?: Side | undefined
}

/** The alarms once conflicts are answered: a field may get the editor's value, which can look like a slip, too. */
export function alarmsAfter(
  { alarms, conflicts = [], withdrawn, products = 0, facts }: DeskReport,
  changes: readonly FieldChange[],
  isMine: (place: number) => boolean,
): Alarm[] {
  const answered = conflicts.flatMap(({ what, sku, field, mine, theirs }, place) =>
    isMine(place) ? [{ what, sku, field, old: theirs, new: mine }] : [],
  )
  if (answered.length === 0) return alarms
  return alarmsOf({ changes: [...changes, ...answered], withdrawn, products, facts })
}

/**
 * How to publish a list as the editor answered, or what still has to be answered.
 * @param changes all changes of the list, of which the report may have only the first
 */
export function readAnswers(
  report: DeskReport,
  said: Answers,
  changes: readonly FieldChange[] = report.changes,
): Result<Publishing> {
  const { confirmed, sides, rest, ...how } = said
  const isMine = (place: number) => sides?.get(place) === 'mine'
  const grave = graveAlarm({ alarms: alarmsAfter(report, changes, isMine) })
  if (grave && confirmed.replaceAll(',', '') !== String(grave.count)) {
    return { ok: false, error: alarmTexts.confirmFirst(grave.count) }
  }
  const { conflicts = [], conflictCount = 0, lastImport } = report
  const answers: Record<string, Side> = {}
  for (const [at, { key }] of conflicts.entries()) {
    const side = sides?.get(at)
    if (side === undefined) return { ok: false, error: mergeTexts.answerFirst(conflictCount) }
    answers[key] = side
  }
  if (conflictCount > conflicts.length && rest === undefined) {
    return { ok: false, error: mergeTexts.answerFirst(conflictCount) }
  }
  return { ok: true, value: { ...how, merge: { answers, rest, askedAt: lastImport } } }
}
