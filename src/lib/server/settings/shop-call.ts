/** How to call the command line here: `deploy/as-shop.sh`, the service and the image set their own. */
export const SHOP_CALL = process.env['SHOP_CALL'] || 'npm run --silent shop --'
