/**
 * The tab that an arrow key, Home or End leads to (WAI-ARIA tabs pattern); undefined for other
 * keys.
 */
export function arrowTarget<Tab extends HTMLElement>(
  event: KeyboardEvent,
  tabs: Tab[],
): Tab | undefined {
  const at = tabs.findIndex((tab) => tab === event.target)
  if (at < 0) return undefined
  const goals: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: tabs.length - 1,
  }
  const goal = goals[event.key]
  return goal === undefined ? undefined : tabs[(goal + tabs.length) % tabs.length]
}
