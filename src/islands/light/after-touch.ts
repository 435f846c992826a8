// What a page does once it was touched: its menu by keyboard, and its header that makes room.
import '#islands/shell/category-menu.ts'
import './header-scroll.ts'
