/**
 * Classes shared by the toast and a form's message, so that one replaces the other without moving.
 */
export const TOAST_POSITION =
  'fixed inset-x-3 bottom-3 z-50 mx-auto max-w-md rounded-field bg-neutral text-sm font-semibold text-neutral-content'
