import type { APIRoute } from 'astro'
import { homeTitle } from '#lib/texts/page/pages.ts'

const ICONS = [
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** GET /manifest.webmanifest: what a phone needs to add the shop to its home screen. */
export const GET: APIRoute = async ({ locals }) => {
  const shop = await locals.catalogue.shop()
  const manifest = {
    id: '/',
    name: homeTitle(shop),
    short_name: shop.name,
    lang: 'en-IN',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#175c38',
    background_color: '#fffdf8',
    categories: ['shopping', 'food'],
    icons: ICONS,
  }
  return new Response(JSON.stringify(manifest), {
    headers: {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=86400',
    },
  })
}
