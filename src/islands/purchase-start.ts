import { later } from './later.ts'

later('[data-quick], [form=add], [form=wish], .buy button', () => import('./purchase.ts'))
