import { tellerOf } from '#lib/server/lasting-faults.ts'

/** Tells faults that last into a list, each as text. */
export const tellerTo = (errors: string[]) =>
  tellerOf({ error: ({ err }) => errors.push(String(err)) }, '')
