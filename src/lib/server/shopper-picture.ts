/** How the names of shoppers' own pictures begin; they lie in /uploads beside those of the catalogue. */
export const SHOPPER_PICTURE = 'user-'

/** Whether a file of /uploads is a shopper's: it goes to nobody else's server, and away with the account. */
export const isShopperPicture = (file: string): boolean => file.startsWith(SHOPPER_PICTURE)
