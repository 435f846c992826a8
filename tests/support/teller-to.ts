import { createFaultReporter } from '#lib/server/fault-reporter.ts'

/** A reporter of lasting faults that collects their texts in a list. */
export const tellerTo = (errors: string[]) =>
  createFaultReporter({ error: ({ err }) => errors.push(String(err)) }, '')
