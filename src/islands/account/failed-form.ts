import type { FieldFault } from '#islands/kit/use-form.ts'

/** A form that was refused and sent back without script: what was typed, and the first error. */
export type FailedForm = { values: Record<string, string>; fault: FieldFault | undefined }

export const NOT_FAILED: FailedForm = { values: {}, fault: undefined }
