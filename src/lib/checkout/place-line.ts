import { placeTexts } from '#lib/texts/browser/place.ts'
import type { Place } from './place.ts'

/** Says whether and when the shop delivers to a place. */
export const placeLine = ({ pin, city, delivered, when }: Place): string =>
  (delivered ? placeTexts.delivered : placeTexts.notDelivered)(city ? `${pin} ${city}` : pin, when)
