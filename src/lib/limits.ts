/** Top categories in the navigation bar, after Home. */
export const NAV_CATEGORIES = 7

/** NEW PRODUCTS on Home, without and with a chosen location. */
export const NEW_PRODUCTS = 12
export const NEW_PRODUCTS_AT_LOCATION = 8

/** Products in RELATED PRODUCTS and in a row of Home: twice what a wide screen shows. */
export const RELATED_PRODUCTS = 10
export const HOME_ROW_PRODUCTS = 8

/**
 * Category columns in the footer, and links in each (five columns with the shop's own and
 * Information, S-041).
 */
export const FOOTER_CATEGORIES = 3
export const FOOTER_LINKS = 6

/** Maximum quantity of a cart line (A09). */
export const MAX_QUANTITY = 99

/** Maximum number of lines in a cart (A09), and of products on a wishlist. */
export const MAX_LINES = 50
export const MAX_WISHES = 200

/** Maximum total of an order (A09). */
export const MAX_ORDER_PAISE = 50_000_000

/** With at most this many units left, the page says how many. */
export const LOW_STOCK = 3

/** Upper end and step of the price filter, in rupees. */
export const PRICE_LIMIT = 60_000
export const PRICE_STEP = 5

/**
 * Ranges between which most grocery prices lie, in rupees; the slider alone is too wide to aim
 * with.
 */
export const USUAL_PRICES = [
  [undefined, 100],
  [100, 200],
  [200, 500],
  [500, undefined],
] as const

/** Brands, types and packs that a listing offers as filters: those with the most products. */
export const FILTER_BRANDS = 40
export const FILTER_TYPES = 12
export const FILTER_PACKS = 10

/** Maximum length of a search text; the rest is ignored (A04). */
export const SEARCH_TEXT_LENGTH = 100

/** How long a banner is shown, and how long a slide takes. */
export const BANNER_AUTOPLAY_MS = 1500
export const BANNER_SLIDE_MS = 500

/** Wait before the products of a chosen tab are loaded. */
export const FILTER_DELAY_MS = 100

/** How long a toast is shown. */
export const TOAST_MS = 6000

/** Maximum number of products on /compare. */
export const COMPARED_PRODUCTS = 4

/** How many viewed products this browser remembers. */
export const RECENT_PRODUCTS = 12

/** Maximum length of a review in characters (A07). */
export const REVIEW_LENGTH = 2000

/** Reviews on one page. */
export const REVIEW_PAGE_SIZE = 10

/** How long a button shows that it is adding. */
export const ADDING_MS = 1000

/** Wait before the wishlist is shown after adding to it. */
export const WISHED_MS = 500

/** How long the overlay covers a cart after a change. */
export const CART_OVERLAY_MS = 500

/** Room in an address book. */
export const MAX_ADDRESSES = 20

/** How long a mailed code, and a mailed link, can be used (A25, A26). */
export const CODE_MINUTES = 10
export const LINK_MINUTES = 30

/** How long the link of an order shows it (G08). */
export const ORDER_LINK_DAYS = 90

/** So long an import can be taken back; then what was before is forgotten. */
export const IMPORT_KEPT_DAYS = 180

/** A refund that could not be made in this time is the shopkeeper's (F26). */
export const REFUND_HOURS = 24

/** A shopper's own picture (S-181, H6). */
export const MAX_PORTRAIT_MIB = 5

/** An editor's list or zip (H6), what an export of another shop may hold, and a picture. */
export const MAX_LIST_MIB = 64
export const MAX_FOREIGN_MIB = 100
export const MAX_PICTURE_MIB = 20
/** Larger pictures are refused: decoding them takes the memory of a small machine (H11). */
export const MAX_PICTURE_MEGAPIXELS = 40

/**
 * An editor's form: its fields, the pictures, and its texts, one alone and all together. One alone may be a page of
 * 100,000 letters of Hindi, of three bytes each.
 */
export const EDITORS_FORM = { parts: 20_000, pictures: 100, textKib: 400, textsMib: 8 }
