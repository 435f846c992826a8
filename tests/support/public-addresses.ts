const brands = Array.from({ length: 20 }, (_, at) => `brand=Brand+${at}`).join('&')
const facets = 'veg=veg&instock=1&offer=1&type=shelf-1-1&pack=1kg&pack=500g&pack=750ml'
const nobody = 'brand=Nobody+1&brand=Nobody+2&brand=Nobody+3&minprice=10&maxprice=20&rating=5'
const words = 'fresh+golden+family+classic+organic+everyday+rice+dal'
const alone = (path: string): [string] => [path]
const nepal = { cookie: 'location=Nepal' }

/** As long as an address may be, with words that are close to ones in almost every product. */
const long = encodeURIComponent('evryday clasic goldn famly '.repeat(60)).slice(0, 1900)
const ids = Array.from({ length: 140 }, (_, at) => `product-${at}`).join(',')
const none = '%25'.repeat(600)

/** All public addresses, with parameters that make them as expensive as possible. */
export const ADDRESSES: [path: string, headers?: Record<string, string>][] = [
  ...['newest', 'featured', 'price', '-price', 'rating', 'unitprice'].flatMap(
    (sort): [string, Record<string, string>?][] => [
      [`/search?sort=${sort}`],
      [`/search?sort=${sort}&page=1200`],
      [`/search?sort=${sort}&q=${words}`],
      [`/api/products?sort=${sort}&perpage=100`],
      [`/api/products?sort=${sort}&perpage=100&location=Nepal&rating=3`],
      [`/category/category-1?sort=${sort}&rating=1`, nepal],
    ],
  ),
  ['/search?q=everyday'],
  ['/search?q=evryday'],
  ['/search?q=xyzzyx+qqqqq+wwwww+zzzzz+vvvvv+kkkkk+jjjjj+yyyyy'],
  [`/search?q=everyday&${brands}`],
  [`/search?q=everyday&${brands}&minprice=1&maxprice=59999&rating=1`],
  [`/search?q=everyday&${nobody}`],
  [`/search?${brands}`],
  [`/search?${nobody}`],
  [`/search?${nobody}`, nepal],
  [`/category/category-1?${nobody}`],
  [`/subcat/shelf-1-1?${brands}&sort=rating`, nepal],
  [`/search?${facets}`],
  [`/search?${facets}&${brands}&sort=unitprice`, nepal],
  [`/search?q=everyday&${facets}&${nobody}`, nepal],
  [`/api/products?facets=1&perpage=100&${facets}&${brands}&sort=rating`],
  [`/category/category-1?${facets}&sort=-price`],
  ['/search', nepal],
  ['/', nepal],
  ['/category/category-1', nepal],
  ['/category/category-1/page/400'],
  ['/category/category-1'],
  ['/subcat/shelf-1-1'],
  ['/product/product-77'],
  ['/quick/product-77'],
  ['/compare?ids=product-1,product-2,product-3,product-4'],
  ['/api/products/product-77'],
  ['/api/products/featured?perpage=100'],
  ['/api/products?catname=Category-1&perpage=100&sort=rating'],
  ['/api/search?q=everyday&perpage=100'],
  [`/api/search?q=${words}&perpage=100&${brands}`],
  ['/api/productreviews?productid=product-77&page=99999'],
  ['/api/category'],
  ['/api/subcat'],
  ['/api/homebanner'],
  ['/api/countries'],
  [`/search?q=${long}`],
  [`/search?q=${long.slice(0, 1000)}&${brands}`, nepal],
  [`/api/search?q=${long}&perpage=100`],
  [`/search?${Array.from({ length: 120 }, (_, at) => `brand=Brand+${at}`).join('&')}`],
  ['/search?page=1000000'],
  ['/category/category-1/page/400', nepal],
  ['/subcat/shelf-1-1/page/2'],
  ['/subcat/shelf-1-1/page/2', nepal],
  ['/brand/brand-7'],
  [`/brand/brand-7?${facets}&sort=rating`, nepal],
  ['/brand/brand-7/page/2', nepal],
  ['/offers'],
  [`/offers?${brands}&sort=unitprice`, nepal],
  ['/offers/page/300', nepal],
  [`/compare?ids=${ids}`],
  [`/compare?ids=${ids}`, nepal],
  ['/product/product-77', nepal],
  ['/quick/product-77', nepal],
  ['/api/place/110001'],
  ['/api/user/authwithgoogle?next=/cart'],
  [`/${none}`],
  ...['/feed.xml', '/sitemap.xml', '/sitemap-categories.xml', '/sitemap-content.xml'].map(alone),
  ...['/sitemap-products-1.xml', '/robots.txt', '/manifest.webmanifest', '/blog/rss.xml'].map(
    alone,
  ),
  ...['/blog', '/blog/no-such-text', '/contact', '/location', '/about', '/no-such-page'].map(alone),
  ...['/404', '/500', '/gone', '/google', '/offline', '/healthz', '/readyz'].map(alone),
  ...['signin', 'signup', 'forgot', 'reset', 'verifyotp'].map((name) =>
    alone(`/${name}?next=/${long}`),
  ),
  ...[
    '/cart',
    '/checkout',
    '/checkout/pay',
    '/myaccount',
    '/myaccount/reviews',
    '/mylist',
    '/orders',
  ].map(alone),
  ...[
    '/orders/again',
    '/orders/bought',
    '/orders/x',
    '/orders/x/invoice',
    '/track',
    '/track/x',
    '/newsletter/confirm',
    '/newsletter/unsubscribe',
    '/newsletter/alerts',
  ].map(alone),
]

/** Files that need a pass over all products: never made on request, only published. */
export const ONLY_PUBLISHED = ['/feed.xml 503', '/sitemap-categories.xml 503']
