import type { FieldFault } from '#islands/kit/use-form.ts'

/** A form that came back refused without script: what was typed, and what is wrong at which field. */
export type FailedForm = { values: Record<string, string>; fault: FieldFault | undefined }

export const NOT_FAILED: FailedForm = { values: {}, fault: undefined }
