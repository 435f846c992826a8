// What every page runs before any input, without React; code needed after a touch is loaded by
// these. It includes listings, as most pages have some. Home and product pages import it beside
// their own script, so they load two files: this shared one (astro.config.mjs) and their own. All
// other pages load this one alone.
import './controls-start.ts'
import './lost-part.ts'
import '#islands/shell/account-link.ts'
import '#islands/shell/toast-message.ts'
import './offline.ts'
import './load-after-touch.ts'
import '#islands/catalogue/listing-start.ts'
import '#islands/catalogue/row-start.ts'
