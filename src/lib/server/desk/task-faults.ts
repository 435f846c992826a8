import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { DeskBusy, TaskTimeout } from './task-runner.ts'

/** What an editor is told when a list could not be checked. */
export function wordFault(error: unknown): string {
  if (error instanceof TaskTimeout) return deskListTexts.uploadTooLong
  const isTooMuch = /out of memory|memory limit/i.test(String(error))
  return isTooMuch ? deskListTexts.uploadTooMuch : deskListTexts.uploadFailed
}

/**
 * Turns the faults "too busy" and "took too long" into a refusal in words, for an editor who waits for the answer.
 */
export const orRefused = <Outcome>(
  running: Promise<Outcome>,
): Promise<Outcome | { refusal: string }> =>
  running.catch((error: unknown) => {
    if (error instanceof DeskBusy) return { refusal: deskListTexts.busy }
    if (error instanceof TaskTimeout) return { refusal: deskListTexts.tookTooLong }
    throw error
  })
