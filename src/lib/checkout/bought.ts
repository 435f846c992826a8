/** The page of products bought before. */
export const BOUGHT_PATH = '/orders/again'

/** Address of a fragment with its first cards, and the id of their list. */
export const BOUGHT_ROW_PATH = '/orders/bought'
export const BOUGHT_LIST = 'bought'
export const BOUGHT_IN_ROW = 12
