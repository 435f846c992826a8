// What changing the wishlist needs. It is loaded once its screen is live, not before
// (load-stores.ts).
export { moveToCart, removeFromWishlist } from '#stores/wishing.ts'
export { $wishes, confirmedWishes, confirmWishes, refreshWishes } from '#stores/wishlist.ts'
