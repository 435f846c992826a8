import type { Result } from '#lib/result.ts'
import type { Side } from '#lib/server/import/read/plan.ts'
import { alarmTexts } from '#lib/texts/page/alarms.ts'
import { mergeTexts } from '#lib/texts/page/merge.ts'
import { type DeskReport, graveAlarm } from './report.ts'
import type { Publishing } from './task.ts'

/** What an editor says with the button that publishes; sides by the place of the conflict in the report. */
export type Said = Omit<Publishing, 'merge'> & {
  confirmed: string
  sides?: ReadonlyMap<number, Side>
  rest?: Side | undefined
}

/** How a list is published, or what has still to be said of it. */
export function readAnswers(report: DeskReport, said: Said): Result<Publishing> {
  const { confirmed, sides, rest, ...how } = said
  const grave = graveAlarm(report)
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
