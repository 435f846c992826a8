/** Controls of cards and products whose code does more than the links and forms below: a press waits for it. */
export const CARD_CONTROLS =
  '[data-location],[data-share],[data-quick],[data-choose],[data-by],[form|=add],[form=wish]'
