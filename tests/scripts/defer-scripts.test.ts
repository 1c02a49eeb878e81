import { expect, it } from 'vitest'
import { deferScriptsIn } from '#scripts/defer-scripts.ts'

const STYLE = '<style>html:not([data-painted]){--serif:serif}</style>'
const START = `${STYLE}<script>start('script[type=late]')</script>`
const SCRIPT = '<script type="module" src="/_astro/a.js"></script>'

it('deferScripts defers a page’s external scripts, not its inline ones', () => {
  const inline = '<script type="module">now()</script>'
  expect(deferScriptsIn(START + inline + SCRIPT, 'index.html')).toBe(
    `${START}${inline}<script type="late" src="/_astro/a.js"></script>`,
  )
})

it.each([
  '<script src=x>',
  '<script type="module" src=x></script>',
  '<link rel="stylesheet" href=x>',
  "it's <link rel=preload>",
])('deferScripts leaves the text of an attribute alone: %s', (reason) => {
  const body = `<body data-closures="[{&quot;reason&quot;:&quot;${reason.replaceAll('"', '&quot;')}&quot;}]" title='${reason.replaceAll("'", '')}'>`
  expect(deferScriptsIn(START + body + SCRIPT, 'index.html')).toBe(
    `${START}${body}<script type="late" src="/_astro/a.js"></script>`,
  )
})

it.each([
  ['no script', START, 'not deferred'],
  ['another kind of script', `${SCRIPT}<script async src="/_astro/a.js"></script>`, 'not deferred'],
  [
    'a module whose attributes are in another order',
    `${SCRIPT}<script src="/_astro/a.js" type="module"></script>`,
    'not deferred',
  ],
  ['a stylesheet', `${SCRIPT}<link rel="stylesheet" href="/_astro/a.css">`, 'waits for a file'],
  ['a manifest', `${START}${SCRIPT}<link rel="manifest" href="/manifest.webmanifest">`, 'waits for a file'],
  ['fonts that load at once', SCRIPT, 'lacks styles/unpainted.css'],
])('deferScripts stops the build for a page with %s', (_, html, message) => {
  expect(() => deferScriptsIn(html, 'index.html')).toThrow(message)
})
