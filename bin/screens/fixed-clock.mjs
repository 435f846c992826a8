// Loaded before the shop by bin/screens.ts: starts its clock at SCREENS_CLOCK, so that screenshots
// show the same dates.
const shiftMs = Date.parse(process.env.SCREENS_CLOCK ?? '') - Date.now()
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    else super(...given)
  }
  static now() {
    return RealDate.now() + shiftMs
  }
}
