import { persistentAtom } from '@nanostores/persistent'

/** The mail whose code is awaited; it goes once it is verified (S-134). */
export const $userEmail = persistentAtom<string | undefined>('useremail', undefined)
