import { readFile } from 'node:fs/promises'
import juice from 'juice'
import { describe, expect, it } from 'vitest'
import { compileEmailStyles, INLINE_STYLES, STYLE_SHEET } from '#scripts/inline-email-styles.ts'
import { emailColors } from '#server/email/email-colors.ts'
import { mediaRules } from '#server/email/inline-styles.ts'
import { renderEmail } from '#server/email/templates.ts'
import { SAMPLES, SITE, TEMPLATES } from '#tests/harness/sample-emails.ts'

const write = (template: string) => renderEmail(template, SAMPLES[template], SITE).html

/** Declarations of each element with a class, in document order; of a repeated property the last one counts. */
const declarations = (html: string) =>
  [...html.matchAll(/<\w+[^>]* class="[^>]*>/g)].map(([tag]) => [
    / class="([^"]*)"/.exec(tag)?.[1],
    Object.fromEntries(
      (/ style="([^"]*)"/.exec(tag)?.[1] ?? '')
        .replaceAll(', ', ',')
        .split(/;\s*/)
        .flatMap((one) => (one ? [one.split(/:\s*/)] : [])),
    ),
  ])

describe('the styles of the emails', () => {
  it('match email-styles.css (if not: npm run email-styles)', async () => {
    expect(await readFile(INLINE_STYLES, 'utf8')).toBe(await compileEmailStyles())
  })

  it.each(TEMPLATES)('are inlined in %s as juice would do it', async (template) => {
    const html = write(template)
    const css = (await readFile(STYLE_SHEET, 'utf8')).replaceAll(
      /var\(--([\w-]+)\)/g,
      (_, token: string) => (emailColors.light as Record<string, string>)[token]!,
    )
    const bare = html
      .replaceAll(/ style="[^"]*"/g, '')
      .replace(/<style>.*?<\/style>/s, `<style>${css}</style>`)
    expect(declarations(html)).toEqual(declarations(juice(bare, { applyWidthAttributes: false })))
  })

  it('keep media queries and pseudo-classes in the style element', () => {
    const html = write('voucher-gift')
    expect(html).toMatch(/<h1 class="h1" style="[^"]*Georgia[^"]*"/)
    for (const media of ['(max-width:480px)', '(prefers-color-scheme:dark)', 'print']) {
      expect(html).toContain(`@media ${media}{`)
    }
    expect(html).toContain(
      'name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"',
    )
  })

  it('have the colours of the clinic in both schemes', () => {
    const html = write('voucher-gift')
    const { light, dark } = emailColors
    const inDark = /<style>.*<\/style>/s.exec(html)![0]
    const inLight = html.replace(inDark, '')
    for (const token of ['paper', 'ink', 'sea', 'on-sea'] as const) {
      expect(inLight).toContain(light[token])
      expect(inDark).toContain(dark[token])
    }
    expect(html).toMatch(new RegExp(`class="card"[^>]* bgcolor="${light.sheet}"`))
    expect(html).not.toMatch(/var\(|undefined/)
  })

  it('override the attributes with !important', () => {
    const weak = [...mediaRules.matchAll(/([a-z-]+):([^;{}]+)[;}]/g)].filter(
      ([, name, value]) =>
        !value!.endsWith('!important') && !/^(-webkit-)?(print-color-adjust|break-inside)$/.test(name!),
    )
    expect(weak).toEqual([])
  })
})
