/** A part of the repository and what it may import. Everything else is forbidden. */
export interface Layer {
  name: string
  /** Its files. A group in the pattern makes one layer per match, such as one per island. */
  files: RegExp
  /** Layers it may import besides itself. */
  layers: string[]
  packages: string[]
}

const CLINIC = 'clinic'
const FACTS = 'clinic/facts'
const CANCELLING = 'clinic/cancelling'
const LATE_CANCELLATION = 'clinic/late-cancellation'
const KEPT_DATA = 'clinic/kept-data'
const LOGO = 'content/logo'
const COLORS = 'clinic/colors'
const POSTCODE = 'tests/harness/deliverable-postcode'
const SERVER = [
  'contract',
  CLINIC,
  'server',
  'server/links',
  'server/db',
  'server/rules',
  'server/clients',
  'server/activity',
  'server/email/outbox',
]
const DATABASE = ['kysely', 'valibot', 'node:*']
const REACT = ['react', '@preact/signals-react']
const DOMAINS = [
  'server/accounts',
  'server/activity',
  'server/auth',
  'server/cancelling',
  'server/cancelling/acknowledge',
  'server/delivery',
  'server/email',
  'server/enquiries',
  'server/jobs',
  'server/jobs/settlement',
  'server/money',
  'server/notices',
  'server/orders',
  'server/outages',
  'server/privacy',
  'server/products',
  'server/purchases',
  'server/reports',
  'server/search',
  'server/vouchers',
  'server/website',
]
/** The server, from the functions down: what tests and the local stack may import. */
const PRODUCT = [
  'contract',
  CLINIC,
  'server',
  'server/links',
  'server/db',
  'server/rules',
  'server/clients',
  'server/http',
  ...DOMAINS,
  'server/email/outbox',
  'server/endpoints',
  'functions',
]
const TEST = ['vitest', 'valibot', 'node:*']

/** A file belongs to the first layer whose pattern matches. */
export const LAYERS: Layer[] = [
  // Pre-rendered: pages → layouts → components. Only pages choose islands.
  {
    name: 'pages',
    files: /^src\/pages\//,
    // Of the generators in art/, only that of the social cards: it draws content when the site is built.
    layers: [
      'layouts',
      'components',
      'islands',
      'islands/admin',
      'contract',
      'art/social-images',
      'content',
      CLINIC,
      COLORS,
      'styles',
      'lib',
    ],
    packages: ['astro'],
  },
  {
    name: 'layouts',
    files: /^src\/layouts\//,
    layers: ['components', 'content', CLINIC, 'styles', 'lib'],
    packages: ['astro'],
  },
  {
    name: 'components',
    files: /^src\/components\//,
    layers: ['content', CLINIC, COLORS, FACTS, LOGO, 'contract', 'styles', 'lib', 'ui'],
    // esbuild bundles the script that is inlined into every page.
    packages: ['astro', 'esbuild'],
  },
  // What scripts of the browser know of the clinic: it comes with the page, so that publishing changes no script.
  {
    name: FACTS,
    files: /^src\/clinic\/(?:clinic-facts|opening-times)\.ts$/,
    layers: [CLINIC],
    packages: [],
  },
  // Plain data. All other layers may read the clinic's facts and their types; those that sell also read the right to cancel.
  {
    name: CLINIC,
    files: /^src\/(?:content\/clinic|clinic\/(?:current-clinic|published|schema|directions))\.ts$/,
    layers: ['contract'],
    packages: ['valibot'],
  },
  { name: LOGO, files: /^src\/content\/logo\.ts$/, layers: [], packages: [] },
  // The three colours, and what is made of them: pages, images, and the style sheets when they are built.
  {
    name: COLORS,
    files: /^src\/(?:content\/colors|clinic\/(?:oklch|palette))\.ts$/,
    layers: [],
    packages: ['node:*'],
  },
  {
    name: CANCELLING,
    files: /^src\/clinic\/(?:cancelling|who-we-are)\.ts$/,
    layers: [FACTS],
    packages: [],
  },
  // What the terms and an email say.
  {
    name: LATE_CANCELLATION,
    files: /^src\/clinic\/late-cancellation\.ts$/,
    layers: [CLINIC],
    packages: [],
  },
  // What the privacy policy promises and the hourly job does.
  { name: KEPT_DATA, files: /^src\/clinic\/kept-data\.ts$/, layers: [], packages: [] },
  {
    name: 'content',
    files: /^src\/(?:content|clinic)\//,
    // What the repository is called is the default clinic's name.
    layers: [CLINIC, COLORS, LOGO, CANCELLING, LATE_CANCELLATION, KEPT_DATA, 'package.json'],
    packages: ['valibot', 'node:*'],
  },
  { name: 'styles', files: /^src\/styles\//, layers: [], packages: [] },
  // Generators of illustrations, icons and social images. Their output is committed.
  {
    name: 'art/illustrations',
    files: /^art\/illustrations\//,
    layers: [],
    packages: ['sharp', 'node:*'],
  },
  {
    name: 'art/figures',
    files: /^art\/figures\//,
    layers: ['art/illustrations'],
    packages: [],
  },
  {
    name: 'art/social-images',
    files: /^art\/social-images\//,
    layers: ['art/illustrations', COLORS, LOGO],
    packages: ['fontkit', 'sharp', 'node:*'],
  },
  {
    name: 'art',
    files: /^art\//,
    layers: ['art/illustrations', 'art/figures', 'art/social-images', COLORS, 'content', CLINIC],
    packages: ['node:*'],
  },

  // In the browser. One island never imports another, except the checkout.
  {
    name: 'islands/checkout',
    files: /^src\/islands\/checkout\//,
    layers: ['ui', 'lib', 'contract', FACTS, CANCELLING, LOGO],
    packages: [...REACT, '@stripe/react-stripe-js', '@stripe/stripe-js', 'qr', 'react-dom', 'valibot'],
  },
  {
    name: 'islands/admin',
    files: /^src\/islands\/admin\//,
    layers: ['islands/checkout', 'ui', 'lib', 'contract', FACTS],
    packages: [
      ...REACT,
      '@tanstack/react-query',
      'd3-scale',
      'd3-shape',
      'fflate',
      'papaparse',
      '@simplewebauthn/browser',
      'qr',
      'valibot',
    ],
  },
  {
    name: 'islands',
    files: /^src\/islands\/([^/]+)\//,
    layers: ['islands/checkout', 'ui', 'lib', 'contract', FACTS],
    packages: [...REACT, 'qr', 'valibot'],
  },
  {
    name: 'ui',
    files: /^src\/ui\//,
    layers: [],
    packages: [...REACT, 'react-dom', '@radix-ui/react-toast', '@stripe/stripe-js'],
  },
  {
    name: 'lib',
    files: /^src\/lib\//,
    layers: ['contract', FACTS, 'ui'],
    packages: ['@preact/signals-react', 'valibot'],
  },

  // What browser and server share.
  { name: 'contract', files: /^src\/contract\//, layers: [], packages: ['valibot'] },

  // The server's foundations.
  { name: 'server', files: /^src\/server\/[^/]+$/, layers: ['contract'], packages: ['valibot', 'node:*'] },
  // Signed links of emails.
  {
    name: 'server/links',
    files: /^src\/server\/links\//,
    layers: ['contract', 'server'],
    packages: ['node:*'],
  },
  {
    name: 'server/db',
    files: /^src\/server\/db\//,
    layers: ['contract', 'server'],
    packages: ['kysely', '@neondatabase/serverless', 'valibot', 'node:*'],
  },
  // What several domains ask of one, as SQL: how much can be paid back, until when a voucher is valid.
  {
    name: 'server/rules',
    files: /^src\/server\/[a-z]+\/rules\//,
    layers: ['contract', 'server', 'server/db'],
    packages: ['kysely'],
  },
  {
    name: 'server/clients',
    files: /^src\/server\/clients\//,
    layers: ['contract', CLINIC, 'server', 'server/db'],
    packages: ['stripe', 'postmark', 'node:*'],
  },
  // HTTP imports auth and outages and no other domain; no domain imports HTTP.
  {
    name: 'server/http',
    files: /^src\/server\/http\//,
    layers: ['contract', 'server', 'server/rules', 'server/clients', 'server/auth', 'server/outages'],
    packages: ['@netlify/functions', 'stripe', 'valibot', 'node:*'],
  },

  // The domains. All may record an activity and enqueue an email; activity imports no domain, email only outages.
  {
    name: 'server/activity',
    files: /^src\/server\/activity\//,
    layers: ['contract', 'server', 'server/db'],
    packages: ['kysely'],
  },
  {
    name: 'server/email/outbox',
    files: /^src\/server\/email\/outbox[^/]*$/,
    layers: [...SERVER, 'server/email'],
    packages: DATABASE,
  },
  {
    name: 'server/email',
    files: /^src\/server\/email\//,
    layers: [...SERVER, FACTS, CANCELLING, LATE_CANCELLATION, 'server/outages'],
    packages: [...DATABASE, 'qr'],
  },
  // What failed at Stripe and Postmark, and scheduled jobs that stopped.
  { name: 'server/outages', files: /^src\/server\/outages\//, layers: SERVER, packages: DATABASE },
  { name: 'server/products', files: /^src\/server\/products\//, layers: SERVER, packages: DATABASE },
  // What a buyer is told of a cancellation, also by what orders and money do.
  {
    name: 'server/cancelling/acknowledge',
    files: /^src\/server\/cancelling\/acknowledge\.ts$/,
    layers: SERVER,
    packages: DATABASE,
  },
  { name: 'server/vouchers', files: /^src\/server\/vouchers\//, layers: SERVER, packages: DATABASE },
  {
    name: 'server/purchases',
    files: /^src\/server\/purchases\//,
    layers: [...SERVER, 'server/delivery', 'server/vouchers'],
    packages: DATABASE,
  },
  {
    name: 'server/orders',
    files: /^src\/server\/orders\//,
    layers: [...SERVER, 'server/cancelling/acknowledge', 'server/products'],
    packages: DATABASE,
  },
  // Money at Stripe: started, settled, given back, disputed, and compared with our books.
  {
    name: 'server/money',
    files: /^src\/server\/money\//,
    layers: [
      ...SERVER,
      'server/cancelling/acknowledge',
      'server/orders',
      'server/outages',
      'server/vouchers',
    ],
    packages: [...DATABASE, 'stripe'],
  },
  // Purchases that are cancelled: the notice, the goods, and the money.
  {
    name: 'server/cancelling',
    files: /^src\/server\/cancelling\//,
    layers: [
      ...SERVER,
      'server/cancelling/acknowledge',
      'server/money',
      'server/orders',
      'server/purchases',
      'server/vouchers',
    ],
    packages: DATABASE,
  },
  // Content: the titles and lengths of therapies.
  {
    name: 'server/enquiries',
    files: /^src\/server\/enquiries\//,
    layers: [...SERVER, 'content'],
    packages: DATABASE,
  },
  // Content: the values of the files, which the owner changes.
  {
    name: 'server/website',
    files: /^src\/server\/website\//,
    layers: [...SERVER, 'content'],
    packages: DATABASE,
  },
  {
    name: 'server/notices',
    files: /^src\/server\/notices\//,
    layers: [...SERVER, 'server/vouchers'],
    packages: DATABASE,
  },
  {
    name: 'server/auth',
    files: /^src\/server\/auth\//,
    layers: SERVER,
    packages: [...DATABASE, '@simplewebauthn/server', 'jose'],
  },
  // Erases a person's data and data past its retention in the tables of all domains, by SQL.
  {
    name: 'server/privacy',
    files: /^src\/server\/privacy\//,
    layers: [
      'contract',
      KEPT_DATA,
      'server',
      'server/db',
      'server/rules',
      'server/clients',
      'server/activity',
    ],
    packages: DATABASE,
  },
  // Only reads the tables of other domains, by SQL.
  {
    name: 'server/reports',
    files: /^src\/server\/reports\//,
    layers: [
      'contract',
      CLINIC,
      'server',
      'server/db',
      'server/rules',
      'server/clients',
      'server/activity',
      'server/delivery',
      'server/outages',
      'server/privacy',
    ],
    packages: ['fflate', ...DATABASE],
  },
  // What was earned and is owed, from our books and from Stripe's balance.
  {
    name: 'server/accounts',
    files: /^src\/server\/accounts\//,
    layers: [
      'contract',
      CLINIC,
      'server',
      'server/db',
      'server/clients',
      'server/activity',
      'server/money',
      'server/reports',
    ],
    packages: ['stripe', ...DATABASE],
  },
  // Searches the lists of several domains at once.
  {
    name: 'server/search',
    files: /^src\/server\/search\//,
    layers: [
      ...SERVER,
      'server/enquiries',
      'server/orders',
      'server/products',
      'server/reports',
      'server/vouchers',
    ],
    packages: DATABASE,
  },
  // Settles what was paid and given back.
  {
    name: 'server/jobs/settlement',
    files: /^src\/server\/jobs\/settlement-job\.ts$/,
    layers: [
      'contract',
      'server',
      'server/clients',
      'server/cancelling',
      'server/db',
      'server/email',
      'server/money',
      'server/outages',
      'server/reports',
    ],
    packages: ['kysely', 'stripe'],
  },
  // What became of an email, and sending it again: across the domains that emails are about.
  {
    name: 'server/delivery',
    files: /^src\/server\/delivery\//,
    layers: [...SERVER, 'server/email', 'server/orders', 'server/vouchers'],
    packages: DATABASE,
  },
  // Everything by the clock that is not about payments, so it works without Stripe.
  {
    name: 'server/jobs',
    files: /^src\/server\/jobs\//,
    layers: [
      'server',
      'server/clients',
      'server/delivery',
      'server/email',
      'server/notices',
      'server/privacy',
      'server/vouchers',
      'server/website',
    ],
    packages: [],
  },

  // The version and the name.
  { name: 'package.json', files: /^package\.json$/, layers: [], packages: [] },

  // What answers each endpoint: a domain.
  {
    name: 'server/endpoints',
    files: /^src\/server\/endpoints\//,
    layers: [
      'contract',
      'package.json',
      'server',
      'server/rules',
      'server/http',
      'server/clients',
      'server/email/outbox',
      ...DOMAINS,
    ],
    packages: ['@netlify/functions'],
  },
  // One for each audience, and one for each schedule.
  {
    name: 'functions',
    files: /^netlify\/functions\//,
    layers: [
      'contract',
      'server',
      'server/http',
      'server/clients',
      'server/endpoints',
      'server/email/outbox',
      ...DOMAINS,
    ],
    packages: ['@netlify/functions'],
  },

  // The owner's commands and the build steps.
  {
    name: 'scripts/admins',
    files: /^scripts\/(?:(?:create|remove)-admin|after-restore)\.ts$/,
    layers: ['contract', 'scripts', 'server', 'server/auth', 'server/clients', 'server/links'],
    packages: ['valibot', 'node:*'],
  },
  // Checks the set-up of every service that the functions use. It only reads.
  {
    name: 'scripts/doctor',
    files: /^scripts\/doctor(?:\.ts$|\/)/,
    layers: [
      'content',
      CLINIC,
      'scripts',
      'scripts/website',
      'contract',
      'server',
      'server/clients',
      'server/money',
      'server/reports',
    ],
    packages: ['kysely', 'postmark', 'stripe', 'valibot', 'node:*'],
  },
  // Runs a local Postgres, applies the migrations and writes what follows from them.
  {
    name: 'scripts/schema',
    files: /^scripts\/(?:generate-schema\.ts$|schema\/)/,
    layers: ['local', 'scripts'],
    packages: ['kysely', 'kysely-codegen', 'pg', 'prettier', 'node:*'],
  },
  // Reads the photographs of the content before the site is built.
  {
    name: 'scripts/photographs',
    files: /^scripts\/check-photographs\.ts$/,
    layers: ['content', CLINIC],
    packages: ['astro', 'sharp', 'node:*'],
  },
  // Lays what is published in the portal over the content.
  {
    name: 'scripts/website',
    files: /^scripts\/website\//,
    layers: ['content', CLINIC, 'contract', 'server', 'server/db'],
    packages: ['esbuild', 'kysely', 'valibot', 'node:*'],
  },
  // The server: which values of a setting are malformed.
  {
    name: 'scripts',
    files: /^scripts\//,
    layers: ['art', 'content', CLINIC, COLORS, 'scripts/website', 'server'],
    packages: ['astro', 'esbuild', 'juice', 'kysely', 'pg', 'prettier', 'node:*'],
  },

  // A year of data for the local stack. It imports the sources of all functions when it runs, and calls them as browsers do.
  {
    name: 'local/demo',
    files: /^local\/demo(?:\.ts$|\/)/,
    layers: ['local', 'content', CLINIC, 'contract', 'server', 'server/clients', 'server/money'],
    packages: ['playwright', 'sharp', 'stripe', 'node:*'],
  },
  // The local stack: stand-ins for Netlify, Neon, Stripe, Postmark and Have I Been Pwned.
  {
    name: 'local',
    files: /^local\//,
    layers: [CLINIC, 'scripts', 'server/auth', 'server/clients', 'server/db', 'server/money'],
    packages: [
      '@netlify/functions',
      '@netlify/headers-parser',
      '@netlify/redirect-parser',
      '@stripe/stripe-js',
      'astro',
      'esbuild',
      'pg',
      'postmark',
      'sirv',
      'stripe',
      'node:*',
    ],
  },

  // Without a server, so that the tests of islands may import it.
  {
    name: POSTCODE,
    files: /^tests\/harness\/deliverable-postcode/,
    layers: ['contract', CLINIC],
    packages: [],
  },
  // Tests. The harness serves all of them; resilience and benchmarks import no other folder of tests.
  {
    name: 'tests/harness',
    files: /^tests\/harness\//,
    layers: [...PRODUCT, 'local', 'scripts'],
    packages: [
      '@netlify/functions',
      '@simplewebauthn/server',
      'fflate',
      'kysely',
      'pg',
      'playwright',
      'stripe',
      'typescript',
      ...TEST,
    ],
  },
  {
    name: 'tests/e2e',
    files: /^tests\/e2e\//,
    layers: [
      'root',
      'local',
      'contract',
      'tests/harness',
      POSTCODE,
      'content',
      CLINIC,
      CANCELLING,
      'components',
      'lib',
      'server/auth',
      'server/clients',
      'server/db',
    ],
    packages: ['fflate', 'kysely', 'pg', 'playwright', 'puppeteer-core', 'qr', 'sharp', 'unpdf', 'node:*'],
  },
  {
    name: 'tests/browsers',
    files: /^tests\/browsers\//,
    layers: ['content', 'local', CLINIC, 'tests/e2e', 'tests/harness'],
    packages: ['playwright', 'puppeteer-core', 'node:*'],
  },
  {
    name: 'tests/resilience',
    files: /^tests\/resilience\//,
    layers: [...PRODUCT, 'local', 'scripts', 'tests/harness'],
    packages: [
      '@neondatabase/serverless',
      '@netlify/functions',
      'fast-check',
      'pg',
      'stripe',
      'valibot',
      'node:*',
    ],
  },
  {
    name: 'tests/benchmarks',
    files: /^tests\/benchmarks\//,
    layers: ['content', ...PRODUCT, 'local', 'scripts', 'tests/harness'],
    packages: ['kysely', 'lighthouse', 'pg', 'playwright', 'prettier', 'stripe', 'node:*'],
  },
  {
    name: 'tests/content',
    files: /^tests\/content\//,
    layers: ['content', CLINIC, COLORS],
    packages: ['sharp', ...TEST],
  },
  // What is drawn: a QR code is read as a camera reads it.
  {
    name: 'tests/islands/drawn',
    files: /^tests\/islands\/(checkout\/(notice|printed-code)|voucher\/voucher-confirmation)\./,
    layers: [CLINIC, 'contract', 'islands', 'islands/checkout', 'tests/islands'],
    packages: ['qr', 'react', 'react-dom', 'sharp', 'zxing-wasm', ...TEST],
  },
  {
    name: 'tests/islands',
    files: /^tests\/(?:islands|lib|ui)\//,
    layers: [
      'contract',
      CLINIC,
      FACTS,
      'islands',
      'islands/admin',
      'islands/checkout',
      'lib',
      'ui',
      POSTCODE,
    ],
    packages: ['vitest', '@tanstack/react-query', '@preact/signals-react', 'fast-check', 'fflate', 'ical.js'],
  },
  {
    name: 'tests/pages',
    files: /^tests\/(?:pages|art)\//,
    layers: [
      'art',
      'art/illustrations',
      'art/figures',
      'art/social-images',
      'components',
      'content',
      CLINIC,
      COLORS,
      CANCELLING,
      'local',
      'pages',
      'scripts',
      'package.json',
      'server/email',
      'tests/harness',
    ],
    packages: ['html-validate', 'astro', 'fast-check', 'sharp', ...TEST],
  },
  // A file that we export, chosen in the portal.
  {
    name: 'tests/functions/exported',
    files: /^tests\/functions\/import-exported-vouchers\./,
    layers: ['contract', 'islands/admin', 'tests/harness'],
    packages: TEST,
  },
  {
    name: 'tests/server',
    files: /^tests\/(?:contract|functions|server)\//,
    layers: [
      ...PRODUCT,
      FACTS,
      CANCELLING,
      LATE_CANCELLATION,
      KEPT_DATA,
      'content',
      'local',
      'scripts',
      'scripts/admins',
      'scripts/website',
      'tests/harness',
      POSTCODE,
      'tests/resilience',
    ],
    packages: [
      '@netlify/functions',
      'fast-check',
      'ical.js',
      'jose',
      'juice',
      'kysely',
      'node-ical',
      'sharp',
      'stripe',
      'zxing-wasm',
      ...TEST,
    ],
  },
  {
    name: 'tests/local',
    files: /^tests\/(?:local|scripts)\//,
    layers: [
      ...PRODUCT,
      'local',
      'local/demo',
      'scripts',
      'scripts/doctor',
      'scripts/admins',
      'scripts/photographs',
      'scripts/schema',
      'scripts/website',
      'tests/harness',
    ],
    packages: [
      '@neondatabase/serverless',
      '@netlify/functions',
      '@netlify/headers-parser',
      '@netlify/zip-it-and-ship-it',
      '@stripe/react-stripe-js',
      '@stripe/stripe-js',
      'esbuild',
      'kysely',
      'pg',
      'playwright',
      'postmark',
      'react',
      'react-dom',
      'sharp',
      'stripe',
      ...TEST,
    ],
  },
  {
    name: 'tests/repository',
    files: /^tests\/(?:architecture|docs)(?:\/|\.)/,
    layers: ['contract', 'scripts', 'server/clients', 'server/money'],
    packages: ['typescript', ...TEST],
  },
  // Configuration of the tools.
  {
    name: 'root',
    files: /^[^/]+$/,
    layers: ['local', 'scripts', 'scripts/photographs', 'tests/harness'],
    packages: ['@astrojs/react', '@astrojs/sitemap', '@tailwindcss/vite', 'astro', 'playwright', 'vitest'],
  },
]
