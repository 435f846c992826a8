import { firstInput } from '#islands/kit/first-input.ts'
import { loadWhenOnline } from '#islands/kit/load-on-input.ts'

// What nobody needs who only looks.
void firstInput().then(() => loadWhenOnline(() => import('./after-touch.ts')))
