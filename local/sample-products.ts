import { Client } from 'pg'

/** Products of a first start. Prices in pence; `frequencies` are the lines of the specification. */
export const SAMPLE_PRODUCTS = [
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0101',
    name: 'Weighted tuning fork, 128 Hz',
    description:
      'A steel fork with weighted ends. Strike it on the palm and rest the stem where you like to feel it.',
    price_pence: 3800,
    image: '/drawings/products/tuning-fork.svg',
    stock: 6,
    features: ['Weighted steel, 18 cm', 'Cotton pouch included'],
    benefits: ['A gentle, local vibration', 'A quiet cue to breathe slowly'],
    frequencies: ['128 Hz - Low C, felt more than heard', 'Ring time - About 20 seconds'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0102',
    name: 'Silicone cupping set',
    description: 'Four soft cups in three sizes, for home use after we have shown you how.',
    price_pence: 2450,
    image: '/drawings/products/cupping-set.svg',
    stock: 12,
    features: ['Four cups, food-grade silicone', 'Washable, boil-proof'],
    benefits: ['As light or as firm as you like', 'Simple to hold with one hand'],
    frequencies: ['Large cup - 7.0 cm', 'Medium cup - 5.5 cm', 'Two small cups - 4.0 cm'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0103',
    name: 'Acupressure mat',
    description: 'A firm cotton mat with rows of small points. Five minutes, in a shirt, is a good start.',
    price_pence: 3200,
    image: '/drawings/products/acupressure-mat.svg',
    stock: 0,
    features: ['Cotton and coconut fibre', 'Rolls to 40 cm'],
    benefits: ['A reason to lie down for a while', 'A good habit before sleep'],
    frequencies: ['Lying flat - 68 × 42 cm', 'Weight - 900 g'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0104',
    name: 'Singing bowl',
    description: 'A hand-beaten bowl with a low, steady note. It comes with its cushion and a padded stick.',
    price_pence: 4600,
    image: '/drawings/products/singing-bowl.svg',
    stock: 3,
    features: ['Bronze, beaten by hand', 'Cushion and stick included'],
    benefits: ['One sound to listen to until it ends', 'A clear beginning for a quiet quarter of an hour'],
    frequencies: ['216 Hz - Ground note', '605 Hz - First overtone', 'Across - 14 cm'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0105',
    name: 'Evening tea, loose leaf',
    description: 'Lemon balm, chamomile and a little mint, cut and dried by hand.',
    price_pence: 950,
    image: '/drawings/products/herbal-tea.svg',
    stock: 20,
    features: ['Three herbs and nothing else', 'A tin that can be refilled'],
    benefits: ['Something warm at the end of the day', 'No caffeine'],
    frequencies: ['Tin - 80 g', 'A pot - Two teaspoons, seven minutes'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0106',
    name: 'Massage balls, set of three',
    description: 'Three cork balls. Put one between your back and a wall, lean, and move slowly.',
    price_pence: 1600,
    image: '/drawings/products/massage-balls.svg',
    stock: 9,
    features: ['Natural cork, quiet on the floor', 'Wipes clean'],
    benefits: ['You choose the place and the pressure', 'Small enough for a coat pocket'],
    frequencies: ['Large - 8.5 cm', 'Medium - 6.0 cm', 'Small - 4.5 cm'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0107',
    name: 'Silk eye pillow',
    description:
      'A small pillow filled with linseed, with room for the nose. Its weight is just enough to notice.',
    price_pence: 1500,
    image: '/drawings/products/eye-pillow.svg',
    stock: 14,
    features: ['Silk cover, washed by hand', 'Unscented linseed'],
    benefits: ['Darkness at any time of day', 'Pleasantly cool at first'],
    frequencies: ['Size - 22 × 10 cm', 'Weight - 220 g'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0108',
    name: 'Finger massage rings',
    description: 'Three springy rings to roll along a finger, up and down, while you wait for the kettle.',
    price_pence: 650,
    image: '/drawings/products/finger-rings.svg',
    stock: 18,
    features: ['Three rings in a tin', 'Steel, free of nickel'],
    benefits: ['A lively feeling in the fingers', 'Something for restless hands'],
    frequencies: ['Inner width - 1.4 to 2.2 cm', 'Weight - 4 g each'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f0109',
    name: 'Wheat bag',
    description:
      'A cotton bag of English wheat, sewn into three parts. Warm it, and lay it over the shoulders.',
    price_pence: 1850,
    image: '/drawings/products/wheat-bag.svg',
    stock: 1,
    features: ['Removable, washable cover', 'Three parts, so that the wheat stays in place'],
    benefits: ['Warmth that follows the shoulders', 'Many people find it comforting in winter'],
    frequencies: ['Size - 48 × 18 cm', 'Weight - 1.1 kg', 'Stays warm - About 25 minutes'],
  },
  {
    id: '6f0e1c52-8a4d-4b57-9c1e-2d7a5b3f010a',
    name: 'Beech foot roller',
    description:
      'A ribbed roller that stays under the desk. Sit, take off your shoes, and roll back and forth.',
    price_pence: 2200,
    image: '/drawings/products/foot-roller.svg',
    stock: 7,
    features: ['Oiled beech', 'Felt feet that spare the floor'],
    benefits: ['Firm under the arch, as slowly as you like', 'A short break without leaving the chair'],
    frequencies: ['Length - 23 cm', 'Across - 6.5 cm', 'Weight - 480 g'],
  },
]

const LOW_STOCK = 3

/**
 * Fills an empty shop, in one statement. A product that the owner has deleted is kept in the table, so that a shop that
 * was cleared by hand stays empty. Only a local database is ever passed in here.
 */
export async function addSampleProducts(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // A minute apart and long ago: the order never changes, and what the owner adds stands before them.
    await client.query(
      `insert into product (id, name, description, price_pence, image, category, stock, low_stock, features, benefits,
         frequencies, created_at)
       select id, name, description, price_pence, image, 'Wellness', stock, $2, features, benefits, frequencies,
         timestamptz '2025-01-06 09:00Z' - place * interval '1 minute'
       from rows from (jsonb_to_recordset($1) as (id uuid, name text, description text, price_pence integer,
         image text, stock integer, features text[], benefits text[], frequencies text[]))
         with ordinality as sample (id, name, description, price_pence, image, stock, features, benefits, frequencies,
           place)
       where not exists (select from product)`,
      [JSON.stringify(SAMPLE_PRODUCTS), LOW_STOCK],
    )
  } finally {
    await client.end()
  }
}
