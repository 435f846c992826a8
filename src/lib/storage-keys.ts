/** Under which name this browser keeps what was looked at. */
export const RECENTLY_VIEWED_KEY = 'recentlyviewed'
