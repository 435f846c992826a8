import { accessSync, constants } from 'node:fs'
import { UsageError } from './verb.ts'
import { errorCode } from '#lib/server/errors.ts'

/** The error for a path that cannot be used: tells a missing file from one that this user may not read. */
export function pathError(path: string): UsageError {
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
