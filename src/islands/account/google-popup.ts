import { GOOGLE_CHANNEL, reportOf } from '#lib/account/google-report.ts'

/** The last page of the popup: hands on what the issuer put after the #, and goes. */
const channel = new BroadcastChannel(GOOGLE_CHANNEL)
channel.postMessage(reportOf(location.hash))
channel.close()
// The token stays in no history.
history.replaceState(null, '', location.pathname)
close()
