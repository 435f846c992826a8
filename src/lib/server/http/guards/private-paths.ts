/** Screens that are for whoever is there alone, by the first part of their address. */
const PRIVATE = new Set(
  [
    'cart checkout compare desk forgot google location',
    'myaccount mylist newsletter orders reset signin signup track verifyotp',
  ]
    .join(' ')
    .split(' '),
)

/** Whether search engines leave out what is answered there, also where that is only the way to the sign-in. */
export const isPrivate = (path: string): boolean => PRIVATE.has(path.split('/', 2)[1] ?? '')
