// What a page needs after its first touch: keyboard use of its menu, and a header that slides away.
import '#islands/shell/category-menu.ts'
import './header-scroll.ts'
