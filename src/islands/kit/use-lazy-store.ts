import type { ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'

/**
 * The value of a store whose code is loaded once the island is live, so that a first touch need not
 * wait for it. Until then, and if it cannot be loaded, it is `initial`, as in the HTML.
 */
export function useLazyStore<Value>(
  load: () => Promise<ReadableAtom<Value>>,
  initial: Value,
): Value {
  const [value, setValue] = useState(initial)
  useEffect(() => {
    let isOver = false
    let unbind = () => {}
    const follow = (store: ReadableAtom<Value>) => {
      if (!isOver) unbind = store.subscribe((now) => setValue(() => now))
    }
    load().then(follow, (error: unknown) => console.warn('A store could not be loaded:', error))
    return () => {
      isOver = true
      unbind()
    }
  }, [load])
  return value
}
