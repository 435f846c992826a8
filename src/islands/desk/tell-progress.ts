/**
 * Has screen readers say how far a work is when its kind changes, and at each quarter: every step
 * would talk over the one before.
 * @returns what is to be called at each step; `ratio` goes from 0 to 1
 */
export function progressTeller(say: (text: string) => void): (text: string, ratio: number) => void {
  let told = ''
  return (text, ratio) => {
    const stage = `${text.replace(/[\d,]+/g, '')}${Math.floor(ratio * 4)}`
    if (text !== '' && stage !== told) say(text)
    told = stage
  }
}
