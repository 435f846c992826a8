import { createFaultReporter } from '#lib/server/fault-reporter.ts'

/** Tells faults that last into a list, each as text. */
export const tellerTo = (errors: string[]) =>
  createFaultReporter({ error: ({ err }) => errors.push(String(err)) }, '')
