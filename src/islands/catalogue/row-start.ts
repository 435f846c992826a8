import { loadWhenOnline } from '#islands/kit/load-on-input.ts'

// A finger moves a row by itself; arrows are for who points.
if (matchMedia('(hover: hover)').matches) void loadWhenOnline(() => import('./carousel-row.ts'))
