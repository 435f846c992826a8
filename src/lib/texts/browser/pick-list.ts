/** Texts of the pick list. */
export const pickTexts = {
  progress: (done: number, all: number) =>
    done === all ? `All ${all} are in the basket.` : `${done} of ${all} in the basket`,
}
