/** Runs what it is given one after the other, in the order of the calls, also after one has failed. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve()

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const ended = this.#last.then(work, work)
    this.#last = ended
    return await ended
  }
}
