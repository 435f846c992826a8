// What every page runs before any input, without React; what a touch brings is loaded by these. Lists are
// on most pages. Home and products import it beside their own, so that these have two files of script:
// this one, which all pages share (astro.config.mjs), and their own; all others have this one alone.
import './controls-start.ts'
import './lost-part.ts'
import '#islands/shell/account-link.ts'
import '#islands/shell/toast-message.ts'
import './offline.ts'
import './touched.ts'
import '#islands/catalogue/listing-start.ts'
import '#islands/catalogue/row-start.ts'
