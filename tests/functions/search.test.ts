import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchResults } from '#contract/search/search.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  adminEnquiries,
  adminOrders,
  adminProducts,
  adminVouchers,
  customers,
  eraseCustomer,
  redeemVoucher,
  search,
} = functions

const world = useWorld()
let desk: Desk

/** Each stored name, and what finds it alone. */
const FOUND_BY: Record<string, string[]> = {
  'Siobhán O’Brien': [
    "O'Brien",
    'O’Brien',
    'O‘Brien',
    'OʼBrien',
    'O`Brien',
    'OBrien',
    'o brien',
    'BRIEN',
    'Siobhan',
    'obrien siobhan',
    "brien, siobhán o'",
  ],
  'D`Arcy Moss': ["D'Arcy", 'Darcy', 'moss d’arcy'],
  'Jürgen Groß': ['Jurgen', 'Juergen', 'JÜRGEN', 'Ju\u0308rgen', 'gross jurg', 'Groß'],
  'Siân Ødegård': ['Sian', 'odegard', 'Ødegård', 'ode sia'],
  'Isla Okafor': ['Okafor Isla', 'oka isl', 'Isla  Okafor'],
  'Ana Fitz-Roberts': ['roberts fitz', 'Fitz Roberts', 'fitzroberts', 'fitz‐roberts', 'Fitz–Roberts ana'],
  'Zoë 🌸 Łukasz': ['zoe lukasz', 'Łuk', '🌸 zoe'],
  'שָׂרָה כהן': ['שרה', 'כהן שרה'],
  'محمد الفارسي': ['محمد', 'الفارسي محم'],
  'Γιώργος Ωμέγας': ['ΓΙΩΡΓΟΣ', 'γιωργος', 'Γιώργος', 'ΩΜΕΓΑΣ γιω', 'ωμέγα'],
  'Ｋａｚｕｏ Wide': ['kazuo', 'ＫＡＺＵＯ', 'wide kazuo'],
  'Sofﬁa Marks': ['soffia', '\u202dSoffia\u202c', 'mar\u00adks'],
  'Renée Percent 100%': ['100%', 'renee 100', 'percent'],
  '王 小明': ['王', '小明 王'],
  'かな ひら': ['かな'],
  'カタ カナ': ['カナ カ'],
  '김 민준': ['민준', '김 민'],
}
const NAMES = Object.keys(FOUND_BY)
const TYPED = Object.entries(FOUND_BY).flatMap(([name, typed]) =>
  typed.map((words) => [words, name] as const),
)

async function get<Reply>(handler: Parameters<typeof callFunction>[0], words: string): Promise<Reply> {
  const path = `/api/x?${new URLSearchParams({ search: words }).toString()}`
  const response = await callFunction(handler, { path, method: 'GET', headers: desk.headers })
  const reply: unknown = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(reply)}`)
  return reply as Reply
}

type Row = Record<string, string> & { id: string }

const namesIn = {
  vouchers: async (words: string) =>
    (await get<Row[]>(adminVouchers, words)).map((row) => row['recipientName']),
  orders: async (words: string) =>
    (await get<Row[]>(adminOrders, words)).map((row) => `${row['firstName']} ${row['lastName']}`),
  customers: async (words: string) => (await get<Row[]>(customers, words)).map((row) => row['name']),
  products: async (words: string) => (await get<Row[]>(adminProducts, words)).map((row) => row['name']),
  'everything at once': async (words: string) => {
    const found = await get<SearchResults>(search, words)
    return [
      ...found.vouchers.map(({ recipientName }) => recipientName),
      ...found.customers.map(({ name }) => name),
      ...found.orders.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
      ...found.products.map(({ name }) => name),
    ]
  },
}
const LISTS = Object.keys(namesIn) as (keyof typeof namesIn)[]

beforeAll(async () => {
  desk = await openDesk(world)
  for (const [index, recipientName] of NAMES.entries()) {
    await desk.generate({ recipientName, recipientEmail: `nobody${index}@example.com` })
    const { id, product } = await orderOf(world)
    const [firstName = '', ...rest] = recipientName.split(' ')
    await world.rows('update orders set first_name = $1, last_name = $2 where id = $3', [
      firstName,
      rest.join(' '),
      id,
    ])
    await world.rows('update product set name = $1 where id = $2', [recipientName, product])
  }
})

describe('search', () => {
  it.each(TYPED)('"%s" finds %s in every list', async (words, name) => {
    for (const list of LISTS) {
      const found = await namesIn[list](words)
      expect(new Set(found), list).toEqual(new Set([name]))
    }
  })

  // With letters that do not occur in the random hexadecimal addresses of the rows.
  it.each([
    '%%%',
    '___',
    '\\\\\\',
    "'''",
    '- - -',
    '🌸🌸🌸',
    String.raw`q'x\z:*&|!()<->"$q`,
    '\u0000\u0000xyz\u0000',
    '\ud800\ud800\ud800',
    '\u202exyz',
    '中'.repeat(100),
    'ﷺ'.repeat(100),
    '-'.repeat(100),
    '中 '.repeat(50),
  ])('finds nothing for %j, without an error', async (words) => {
    for (const list of LISTS) {
      expect(await namesIn[list](words), list).toEqual([])
    }
  })

  it.each(['(o’[(o’[(o’[', "o'".repeat(50)])('signs between letters separate words in %j', async (words) => {
    for (const list of LISTS) expect(await namesIn[list](words), list).toContain('Isla Okafor')
  })

  it.each(['i', 'O’', '7', '.i', 'é'])('%j is too short and finds nothing', async (words) => {
    for (const list of LISTS) expect(await namesIn[list](words), list).toEqual([])
    expect(await get<Row[]>(adminEnquiries, words)).toEqual([])
  })

  it.each([
    ['is', 'Isla Okafor'],
    ['王', '王 小明'],
    ['か', 'かな ひら'],
    ['カ', 'カタ カナ'],
    ['김', '김 민준'],
  ])('%j is long enough and finds %s in every list', async (words, name) => {
    for (const list of LISTS) expect(new Set(await namesIn[list](words)), list).toEqual(new Set([name]))
  })

  it('a search for 100 spaces returns the whole list, and nothing of everything', async () => {
    expect(new Set(await namesIn.vouchers(' '.repeat(100)))).toEqual(new Set(NAMES))
    expect(await namesIn['everything at once'](' '.repeat(100))).toEqual([])
  })

  it('search returns five of each kind with what a row shows', async () => {
    const { vouchers, customers: people, orders, products } = await get<SearchResults>(search, '@example.com')
    expect([vouchers, people, orders].map((rows) => rows.length)).toEqual([5, 5, 5])
    expect(products).toEqual([])
    const [voucher] = await get<Row[]>(adminVouchers, 'okafor')
    const found = await get<SearchResults>(search, 'okafor')
    expect(found).toMatchObject({
      vouchers: [
        {
          id: voucher!.id,
          codeEnd: voucher!['voucherCode']!.slice(-4),
          status: 'active',
          currentBalance: '50.00',
        },
      ],
      customers: [{ name: 'Isla Okafor', email: voucher!['recipientEmail'] }],
      orders: [{ productName: 'Acupressure mat', quantity: 1, fulfilment: 'to_prepare' }],
      products: [{ name: 'Isla Okafor', stock: 4 }],
    })
    expect(JSON.stringify(found)).not.toContain(voucher!['voucherCode'])
    const [order] = await get<SearchResults>(search, `Order ${found.orders[0]!.number}`).then(
      ({ orders: all }) => all,
    )
    expect(order).toEqual(found.orders[0])
  })

  it('names as long and as foreign as a form allows can be stored and found', async () => {
    const syllables = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0xac00 + index * 211))
    const recipientName = syllables.join('-').padEnd(100, 'ü')
    const recipientEmail = `${'a-'.repeat(31)}a@${'b1-c2.'.repeat(28)}example.com`
    await desk.generate({ recipientName, recipientEmail })
    for (const list of ['vouchers', 'customers'] as const) {
      expect(await namesIn[list](`${syllables[7]} ${syllables[3]}`)).toEqual([recipientName])
    }
    const word = '中'.repeat(2000)
    await world.rows(
      `insert into product (id, name, description, price_pence, created_at) values ($1, 'Long word', $2, 100, now())`,
      [randomUUID(), word],
    )
    expect(await namesIn.products(word.slice(0, 99))).toEqual(['Long word'])
    await world.rows(`update product set archived_at = now() where name = 'Long word'`)
  })
})

describe('a phone number', () => {
  const NUMBERS: Record<string, string> = {
    '+44 7700 900123': 'Anya Mobile',
    '07700 900 124': 'Bela Mobile',
    '0044 (0)151-496.0123': 'Cleo Landline',
    '+33 6 12 34 56 78': 'Dora Abroad',
  }

  beforeAll(async () => {
    for (const [phone, name] of Object.entries(NUMBERS)) {
      const { id } = await orderOf(world)
      const [firstName, lastName] = name.split(' ')
      await world.rows('update orders set first_name = $1, last_name = $2, phone = $3 where id = $4', [
        firstName,
        lastName,
        phone,
        id,
      ])
    }
    await world.rows(`
      insert into contact_message (id, request_id, first_name, last_name, email, phone, subject, message, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'Emil', 'Writer', 'emil@example.com', '07700 900125', 'Hello', 'Hello', now())`)
  })

  it.each([
    ['07700900123', 'Anya Mobile'],
    ['07700 900 123', 'Anya Mobile'],
    ['+447700900123', 'Anya Mobile'],
    ['00447700900124', 'Bela Mobile'],
    ['447700-900-124', 'Bela Mobile'],
    ['0151 496 0123', 'Cleo Landline'],
    ['0151 4960', 'Cleo Landline'],
    ['0033612345678', 'Dora Abroad'],
    ['496 0123', 'Cleo Landline'],
    ['0900124', 'Bela Mobile'],
    ['12 34 56 78', 'Dora Abroad'],
    ['\u202d07700\u00a0900123\u202c', 'Anya Mobile'],
  ])('%j finds the order of %s', async (typed, name) => {
    expect(await namesIn.orders(typed)).toEqual([name])
    const { orders } = await get<SearchResults>(search, typed)
    expect(orders).toMatchObject([{ firstName: name.split(' ')[0] }])
  })

  it('finds the customer who gave it with a message', async () => {
    expect(await namesIn.customers('+44 (0)7700 900125')).toEqual(['Emil Writer'])
  })

  it.each(['000 0000', '7700900', '07700900129', '00000000000'])(
    '%j finds no order by mistake',
    async (typed) => {
      expect(new Set(await namesIn.orders(typed))).toEqual(
        new Set(typed === '7700900' ? ['Anya Mobile', 'Bela Mobile'] : []),
      )
    },
  )
})

describe('a voucher code', () => {
  const CODE = '10KM7WX29ZQ4F3J8'
  const codesFor = async (words: string) => [
    ...new Set((await get<Row[]>(adminVouchers, words)).map((row) => row['voucherCode'])),
  ]

  beforeAll(async () => {
    const { id } = await desk.generate({ recipientName: 'Holder of a code' })
    await world.rows('update gift_voucher set code = $1 where id = $2', [CODE, id])
  })

  it.each([
    '10KM',
    '10km7',
    '10KM-7WX2',
    '10km 7wx2',
    '10km–7wx2–9',
    '10KM7WX29',
    'F3J8',
    'f3j8',
    '1OKM',
    'l0km7w',
    'IOKM-7WX',
  ])('is found by its beginning or end, typed as %j', async (words) => {
    expect(await codesFor(words)).toEqual(['10KM-7WX2-9ZQ4-F3J8'])
    const { vouchers } = await get<SearchResults>(search, words)
    expect(vouchers).toMatchObject([{ recipientName: 'Holder of a code', codeEnd: 'F3J8' }])
  })

  it.each(['10K', '3J8', '7WX2', '9ZQ4F3J8', '10KM7WX29Z', CODE, '10KM-7WX2-9ZQ4-F3J8', '11KM'])(
    'is not found by %j in a query string',
    async (words) => {
      expect(await codesFor(words)).toEqual([])
    },
  )
})

describe('an erased customer', () => {
  it('is no longer found', async () => {
    const recipientName = 'Ottoline Vanishing'
    const { id } = await desk.generate({ recipientName, recipientEmail: 'ottoline@example.com' })
    await desk.ask(redeemVoucher, id, { amount: 50 })
    await world.rows('update outbox set sent_at = now() where about = $1', [id])
    expect(await namesIn['everything at once']('ottoline')).toEqual([recipientName, recipientName])
    const erased = await desk.ask(eraseCustomer, undefined, { email: 'ottoline@example.com' })
    expect(erased.status).toBe(200)
    for (const words of ['ottoline', 'vanishing', 'ottoline@example.com'])
      expect(await namesIn['everything at once'](words)).toEqual([])
  })
})
