import { accessSync, constants } from 'node:fs'
import { UsageError } from './verb.ts'
import { errorCode } from '#lib/server/errors.ts'

/** Of a path that could not be used: nobody looks for a file that is there, but is another's. */
export function nothingAt(path: string): UsageError {
  return new UsageError(
    isHidden(path) ? `This user may not read ${path}.` : `There is nothing at ${path}.`,
  )
}

function isHidden(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return false
  } catch (error) {
    return errorCode(error) === 'EACCES'
  }
}
