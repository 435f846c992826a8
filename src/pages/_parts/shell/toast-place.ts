/** Toast and message of a form: a script takes the one for the other without anything moving. */
export const TOAST_PLACE =
  'fixed inset-x-3 bottom-3 z-50 mx-auto max-w-md rounded-field bg-neutral text-sm font-semibold text-neutral-content'
