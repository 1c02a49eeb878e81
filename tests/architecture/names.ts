/** A name must say what is inside. */
const SAYS_NOTHING = /^(utils?|helpers?|misc|common|types)$/

export function emptyNames(file: string): string[] {
  const names = file.split('/').map((part) => part.replace(/\..*$/, ''))
  const empty = names.filter((name) => SAYS_NOTHING.test(name))
  return empty.map((name) => `${file}: "${name}" says nothing about what is inside`)
}

/** Only these files may read the environment; others receive its values. */
const READS_ENVIRONMENT = [/^src\/server\/env\.ts$/, /^scripts\//, /^local\//, /^tests\//]

export function environmentReads(file: string, text: string): string[] {
  if (READS_ENVIRONMENT.some((place) => place.test(file))) return []
  return /\bprocess\.env\b/.test(text) ? [`${file} reads process.env, which only src/server/env.ts does`] : []
}

/**
 * Exports that may have the same name, each for a reason. All other names are exported by one file only, so that a
 * search for a name finds one thing.
 */
const SHARED_NAMES: { names?: RegExp; files?: RegExp; why: string }[] = [
  { files: /^netlify\/functions\/|^src\/pages\//, why: 'Netlify and Astro prescribe config and GET' },
  { files: /\.store\.ts$/, why: 'stores of different islands have the same verbs: list, form, step, submit' },
  { files: /^src\/server\/(db\/database\.types|email\/inline-styles)\.ts$/, why: 'generated' },
  {
    files:
      /^src\/islands\/admin\/(orders\/order-changes|overview\/attention-actions|shared\/email-actions)\.ts$/,
    why: 'an action of the portal has the name of the domain function that it calls',
  },
  {
    names: /^(Attention|ProductForm|VoucherPurchase)$/,
    why: 'a component has the name of the type that it shows',
  },
  { names: /^clinic$/, why: 'what scripts of the browser know of the clinic has its name' },
  { names: /^route$/, why: 'the route of an endpoint, and that of the portal' },
  { names: /^test$/, why: 'Playwright prescribes test, which is extended for Chromium and for Firefox' },
]

const EXPORTED = /^export (?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm

/** Returns the names that two files export. */
export function repeatedExports(code: readonly [file: string, text: string][]): string[] {
  const filesByName = new Map<string, string[]>()
  for (const [file, text] of code) {
    if (SHARED_NAMES.some(({ files }) => files?.test(file))) continue
    // A function may be declared several times, once per overload.
    const names = new Set(Array.from(text.matchAll(EXPORTED), ([, name = '']) => name))
    for (const name of names) {
      if (SHARED_NAMES.some(({ names: shared }) => shared?.test(name))) continue
      filesByName.set(name, [...(filesByName.get(name) ?? []), file])
    }
  }
  return [...filesByName]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name} is exported by ${files.join(' and ')}`)
}

/** Folders through which one thing passes under one name, such as `vouchers.ts` and `vouchers.store.ts`. */
const ONE_THING = [
  // A feature, from its contract to its screen, and a public page, from its text to its form.
  /^(src\/(contract|server|islands|pages|styles)|netlify\/functions)\//,
  /^(src\/(content|components|layouts|pages|styles)|netlify\/functions)\//,
  // A component and its classes; drawings and the rules that are generated for them.
  /^src\/(ui|styles)\//,
  /^(art|src\/styles)\//,
]

/** What the tests of a folder test, besides the files of that folder. */
const TESTED = [
  { tests: /^tests\/(local|scripts)\//, files: /^(local|scripts)\// },
  { tests: /^tests\/art\//, files: /^art\// },
  { tests: /^tests\/(resilience|benchmarks)\//, files: /^$/ },
  { tests: /^tests\//, files: /^(src|netlify|scripts)\// },
]

/** Returns the files that have the base name of another one, unless both are the same thing in two layers. */
export function repeatedFiles(files: readonly string[]): string[] {
  const byName = Object.groupBy(files, baseName)
  return Object.values(byName).flatMap((same = []) =>
    same.flatMap((file, nth) =>
      same.slice(nth + 1).flatMap((other) => (isOneThing(file, other) ? [] : `${file} and ${other}`)),
    ),
  )
}

/** `SignOut.tsx` and `sign-out.test.ts` are both called sign-out. A store is called `vouchers.store`. */
const baseName = (file: string) =>
  file
    .replace(/^.*\//, '')
    .replace(/(\.test)?\.\w+$/, '')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase()

const isTest = (file: string) => file.endsWith('.test.ts')
const layerOf = (file: string) => /^(?:src|tests)\/[^/]+|^[^/]+/.exec(file)?.[0]

function isOneThing(file: string, other: string): boolean {
  if (isTest(other) && !isTest(file)) return isOneThing(other, file)
  if (isTest(file) && !isTest(other)) {
    const tested = TESTED.find(({ tests }) => tests.test(file))?.files
    return layerOf(file) === layerOf(other) || tested?.test(other) === true
  }
  if (layerOf(file) === layerOf(other)) return false
  return isTest(file) || ONE_THING.some((folders) => folders.test(file) && folders.test(other))
}
