/** How a person calls the command line here: `deploy/as-shop.sh`, the service and the image say their own way. */
export const SHOP_CALL = process.env['SHOP_CALL'] || 'npm run --silent shop --'
