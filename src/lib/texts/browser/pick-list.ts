/** Texts of the pick list. */
export const pickTexts = {
  progress: (done: number, all: number) =>
    done === all ? 'Everything is in the basket.' : `${done} of ${all} in the basket`,
}
