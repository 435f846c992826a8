import { atom } from 'nanostores'

/** The product in the quick view, by its id; undefined while it is closed (S-118). */
export const $quickView = atom<string | undefined>(undefined)
