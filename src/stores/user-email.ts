import { persistentAtom } from '@nanostores/persistent'

/** The email address to be confirmed by a code; cleared once it is (S-134). */
export const $userEmail = persistentAtom<string | undefined>('useremail', undefined)
