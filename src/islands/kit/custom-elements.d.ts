import type { DetailedHTMLProps, HTMLAttributes } from 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** What catalogue/product-gallery.ts makes of it. */
      'product-gallery': DetailedHTMLProps<
        HTMLAttributes<HTMLElement> & { class?: string },
        HTMLElement
      >
    }
  }
}
