// Milliseconds. Code of the browser has its own: one more module that islands share would split their scripts anew,
// beyond their budgets.
export const SECOND_MS = 1000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
