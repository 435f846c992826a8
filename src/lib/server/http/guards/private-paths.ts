/** Screens that show one visitor's own things, by the first segment of their path. */
const PRIVATE = new Set(
  [
    'cart checkout compare desk forgot google location',
    'myaccount mylist newsletter orders reset signin signup track verifyotp',
  ]
    .join(' ')
    .split(' '),
)

/** Whether search engines must not index an address (not even its redirect to the sign-in). */
export const isPrivate = (path: string): boolean => PRIVATE.has(path.split('/', 2)[1] ?? '')
