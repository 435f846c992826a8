import { firstInput } from '#islands/wake/first-input.ts'
import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

// What nobody needs who only looks.
void firstInput().then(() => loadWhenOnline(() => import('./after-touch.ts')))
