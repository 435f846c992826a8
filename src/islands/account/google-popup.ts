import { GOOGLE_CHANNEL, reportOf } from '#lib/account/google-report.ts'

/** The popup's last page: passes on what the issuer put after the `#`, then closes. */
const channel = new BroadcastChannel(GOOGLE_CHANNEL)
channel.postMessage(reportOf(location.hash))
channel.close()
// Keep the token out of the browser's history.
history.replaceState(null, '', location.pathname)
close()
