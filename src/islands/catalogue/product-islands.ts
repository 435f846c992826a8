// What a product page does beyond its links and forms; it comes with the first input (later.ts).
import './compare-button.ts'
import './product-gallery.ts'
import './product-info.ts'
import './product-tabs.ts'
import '#islands/reviews/review-form.ts'
