import { ALL_METHODS, type HttpRefusal } from './guards/request-guard.ts'
import { allowOf, isOpenTo, routeOf } from './find-route.ts'
import { isApi, NOTHING_HERE } from './routes.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** Whether to hide an address: methods must not reveal which addresses the desk has (S-001). */
function isHidden(path: string): boolean {
  const found = routeOf(path)
  return isApi(path) && found !== undefined && !isOpenTo(found, undefined)
}

/** The refusal of a method that an address does not take; the desk's addresses look like missing ones. */
export function wrongMethod(path: string, allow: string): HttpRefusal {
  if (isHidden(path)) return { status: 404, msg: NOTHING_HERE.msg }
  return { status: 405, msg: serverAnswers.wrongMethod, allow }
}

/** The Allow header for a method that no address takes. */
export const allowToAny = (path: string): string => (isHidden(path) ? ALL_METHODS : allowOf(path))
