// What every page runs before any input, without React; what a touch brings is loaded by these. Each kind
// of catalogue page imports it beside its own, so that a page has two files of script: this one, which
// all pages share (astro.config.mjs), and its own.
import './purchase-start.ts'
import './lost-part.ts'
import '#islands/shell/account-link.ts'
import '#islands/shell/toast-message.ts'
import './offline.ts'
import './touched.ts'
