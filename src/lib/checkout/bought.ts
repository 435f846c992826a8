/** The page of what somebody has bought before. */
export const BOUGHT_PATH = '/orders/again'

/** Just the first cards of it, and the list in which they lie. */
export const BOUGHT_ROW_PATH = '/orders/bought'
export const BOUGHT_LIST = 'bought'
export const BOUGHT_IN_ROW = 12
