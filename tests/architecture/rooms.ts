/** A part of the project and what it may know of the rest. What a line does not name, it may not import. */
export interface Room {
  name: string
  /** Its files. A group in the pattern makes a room of its own for each thing it matches: one island, one domain. */
  files: RegExp
  rooms: string[]
  packages: string[]
}

const CLINIC = 'content/clinic'
const CANCELLING = 'content/cancelling'
const SERVER = ['contract', CLINIC, 'server', 'server/db', 'server/services', 'server/mail/outbox']
const DATABASE = ['kysely', 'valibot', 'node:*']
const REACT = ['react', '@preact/signals-react']

/** The first line whose pattern fits is a file's room. Every room may import itself. */
export const ROOMS: Room[] = [
  // Pre-rendered: pages → layouts → components. Only pages choose islands.
  {
    name: 'pages',
    files: /^src\/pages\//,
    rooms: [
      'layouts',
      'components',
      'islands',
      'contract',
      'drawing',
      'drawing/mark',
      'pictures',
      'content',
      CLINIC,
      'styles',
      'lib',
    ],
    packages: ['astro'],
  },
  {
    name: 'layouts',
    files: /^src\/layouts\//,
    rooms: ['components', 'content', CLINIC, 'styles', 'lib'],
    packages: ['astro'],
  },
  {
    name: 'components',
    files: /^src\/components\//,
    rooms: ['content', CLINIC, 'drawing', 'drawing/mark', 'film', 'styles', 'lib'],
    // esbuild for the script that stands in every page itself.
    packages: ['astro', 'esbuild'],
  },
  // Plain data that everyone may read, the right to cancel for those that sell, and the other texts for pages only.
  { name: CLINIC, files: /^src\/content\/clinic\.ts$/, rooms: [], packages: [] },
  {
    name: CANCELLING,
    files: /^src\/content\/legal\/(?:cancelling|who-we-are)\.ts$/,
    rooms: [CLINIC],
    packages: [],
  },
  { name: 'content', files: /^src\/content\//, rooms: [CLINIC, CANCELLING], packages: ['valibot'] },
  { name: 'drawing/mark', files: /^src\/drawing\/mark\.ts$/, rooms: [], packages: [] },
  { name: 'drawing', files: /^src\/drawing\//, rooms: ['drawing/mark'], packages: [] },
  // What needs more than a pure function: pixels and outlines of letters, drawn when the site is built, and the film,
  // which is made by hand and kept.
  {
    name: 'pictures',
    files: /^src\/pictures\//,
    rooms: ['drawing', 'drawing/mark'],
    packages: ['fontkit', 'sharp', 'node:*'],
  },
  { name: 'film', files: /^src\/film\//, rooms: ['drawing'], packages: ['sharp', 'node:*'] },
  { name: 'styles', files: /^src\/styles\//, rooms: [], packages: [] },

  // In the browser. One island never imports another.
  {
    name: 'islands',
    files: /^src\/islands\/([^/]+)\//,
    rooms: ['checkout', 'ui', 'lib', 'contract', CLINIC, 'drawing/mark'],
    packages: [...REACT, 'qr', 'uqr', 'valibot'],
  },
  // From a filled-in form to what was bought with it, for every island that sells something.
  {
    name: 'checkout',
    files: /^src\/checkout\//,
    rooms: ['ui', 'lib', 'contract', CLINIC, CANCELLING, 'drawing/mark'],
    packages: [...REACT, '@stripe/react-stripe-js', '@stripe/stripe-js', 'valibot'],
  },
  {
    name: 'ui',
    files: /^src\/ui\//,
    rooms: [CLINIC],
    packages: [...REACT, 'react-dom', '@radix-ui/react-toast', '@stripe/stripe-js'],
  },
  {
    name: 'lib',
    files: /^src\/lib\//,
    rooms: ['contract', CLINIC, 'ui'],
    packages: ['@preact/signals-react', 'valibot'],
  },

  // What browser and server agree on.
  { name: 'contract', files: /^src\/contract\//, rooms: [], packages: ['valibot'] },

  // On the server: what all domains stand on.
  { name: 'server', files: /^src\/server\/[^/]+$/, rooms: ['contract'], packages: ['valibot', 'node:*'] },
  {
    name: 'server/db',
    files: /^src\/server\/db\//,
    rooms: ['contract', 'server'],
    packages: ['kysely', '@neondatabase/serverless', 'valibot'],
  },
  {
    name: 'server/services',
    files: /^src\/server\/services\//,
    rooms: ['contract', CLINIC, 'server', 'server/db'],
    packages: ['stripe', 'postmark', 'node:*'],
  },
  // HTTP knows who is signed in and no other domain; no domain knows HTTP.
  {
    name: 'server/http',
    files: /^src\/server\/http\//,
    rooms: ['contract', 'server', 'server/services', 'server/accounts'],
    packages: ['@netlify/functions', 'stripe', 'valibot', 'node:*'],
  },

  // The domains. All may put a mail into the outbox; mail looks into none of them.
  {
    name: 'server/mail/outbox',
    files: /^src\/server\/mail\/outbox[^/]*$/,
    rooms: [...SERVER, 'server/mail'],
    packages: DATABASE,
  },
  {
    name: 'server/mail',
    files: /^src\/server\/mail\//,
    rooms: [...SERVER, CANCELLING],
    packages: [...DATABASE, 'uqr'],
  },
  { name: 'server/products', files: /^src\/server\/products\//, rooms: SERVER, packages: DATABASE },
  { name: 'server/vouchers', files: /^src\/server\/vouchers\//, rooms: SERVER, packages: DATABASE },
  {
    name: 'server/orders',
    files: /^src\/server\/orders\//,
    rooms: [...SERVER, 'server/products'],
    packages: DATABASE,
  },
  {
    name: 'server/payments',
    files: /^src\/server\/payments\//,
    rooms: [...SERVER, 'server/orders', 'server/vouchers', 'server/erasure'],
    packages: [...DATABASE, 'stripe'],
  },
  { name: 'server/enquiries', files: /^src\/server\/enquiries\//, rooms: SERVER, packages: DATABASE },
  {
    name: 'server/accounts',
    files: /^src\/server\/accounts\//,
    rooms: SERVER,
    packages: [...DATABASE, 'jose'],
  },
  // Only reads, by SQL, and so has nothing to announce.
  {
    name: 'server/reports',
    files: /^src\/server\/reports\//,
    rooms: ['contract', CLINIC, 'server', 'server/db', 'server/services', 'server/erasure'],
    packages: DATABASE,
  },

  // Forgets a person, and what is too old, in all domains at once, by SQL.
  {
    name: 'server/erasure',
    files: /^src\/server\/erasure\//,
    rooms: ['contract', 'server', 'server/db', 'server/services'],
    packages: DATABASE,
  },

  // What a scheduled function does in several domains, one after the other.
  {
    name: 'server/jobs',
    files: /^src\/server\/jobs\//,
    rooms: ['server', 'server/services', 'server/mail', 'server/payments', 'server/reports'],
    packages: [],
  },

  // One thin file an endpoint, which puts a domain behind an address.
  {
    name: 'functions',
    files: /^netlify\/functions\//,
    rooms: [
      'contract',
      'server',
      'server/http',
      'server/services',
      'server/mail',
      'server/products',
      'server/vouchers',
      'server/orders',
      'server/payments',
      'server/enquiries',
      'server/accounts',
      'server/reports',
      'server/erasure',
      'server/jobs',
    ],
    packages: ['@netlify/functions'],
  },
  // Commands for the owner, at a terminal instead of over HTTP.
  {
    name: 'create-admin',
    files: /^netlify\/(create|remove)-admin\.ts$/,
    rooms: ['contract', 'netlify', 'server', 'server/accounts', 'server/services'],
    packages: ['valibot', 'node:*'],
  },
  // Asks all that the functions talk to whether it is set up, at a terminal. It only reads.
  {
    name: 'doctor',
    files: /^netlify\/doctor(?:\.ts$|\/)/,
    rooms: [CLINIC, 'netlify', 'contract', 'server', 'server/services', 'server/payments', 'server/reports'],
    packages: ['kysely', 'postmark', 'stripe', 'node:*'],
  },
  // What builds and deploys. It never calls what it builds.
  {
    name: 'netlify',
    files: /^netlify\/[^/]+$/,
    rooms: [CLINIC],
    packages: ['astro', 'esbuild', 'juice', 'kysely', 'pg', 'prettier', 'node:*'],
  },
]
