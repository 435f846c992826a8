import { firstInput } from '#islands/wake/first-input.ts'
import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

// Not needed by anyone who only looks at the page.
void firstInput().then(() => loadWhenOnline(() => import('./after-touch.ts')))
