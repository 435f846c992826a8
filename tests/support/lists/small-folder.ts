import { folderOf, picture } from './import-files.ts'

const HEADER = 'sku,name,category,subcategory,price,images'
/** The text of a products.csv with these rows. */
export const products = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

/** A catalogue folder with every kind of file, in a few lines each. */
export async function smallFolder(): Promise<string> {
  return folderOf({
    'products.csv': products(
      'A,Toor dal,Pulses,Dal,120,dal.png',
      'B,Rice,Rice,,90,images/rice.png|dal.png',
    ),
    'categories.csv':
      'category,subcategory,image,order\nRice,,,2\nPulses,,dal.png,1\nPulses,Dal,,1\nTea,,,3\n',
    'banners.csv':
      'image,alt,title,text,link,order\nwide.png,A field,Harvest,New rice,/category/rice,2\ndal.png,Dal,Dal week,,,1\n',
    'shop.json': '{"name":"Sharma Stores","returndays":7}',
    'delivery.csv': 'pin\n11\n',
    'synonyms.csv': 'names\nbesan|gram flour\ntil| sesame |til\n',
    'pages/about.md': '---\ntitle: About\ndescription: Who we are.\n---\n\nWe sell dal.\n',
    'images/dal.png': await picture('#cc8800'),
    'images/rice.png': await picture('#eeeeee', 300, 200),
    'images/wide.png': await picture('#336600', 1500, 500),
  })
}
