/**
 * Controls of cards and products whose script does more than their link or form: a press is held
 * until it is loaded.
 */
export const CARD_CONTROLS =
  '[data-location],[data-share],[data-quick],[data-choose],[data-by],[form|=add],[form=wish]'
