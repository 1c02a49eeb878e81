import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as store from '#islands/held-voucher/held-voucher.store.ts'
import { answer, answerAfter, LOST, refusal } from '#tests/islands/fake-api.ts'
import { HELD } from '#tests/islands/held-voucher/sample-held-voucher.ts'

const CODE = '7K2M0PQR4XVB19DY'
const PRINTED = '7K2M-0PQR-4XVB-19DY'
const UNKNOWN = refusal('not_found', 'not found', 404)

/** Opens the page, or another link in its tab: the first script has taken the fragment out of the address. */
function open(voucherFragment?: string): void {
  Object.assign(window, { voucherFragment })
  store.openLink()
}

function type(code: string, recipientEmail = ''): Promise<boolean> {
  store.form.setValue('code', code)
  store.form.setValue('recipientEmail', recipientEmail)
  return store.ask()
}

beforeEach(() => {
  vi.stubGlobal('window', {})
  store.startOver()
  store.view.value = { name: 'unread' }
})

describe('a link', () => {
  it('without a code shows the form', () => {
    open()
    expect(store.view.value).toEqual({ name: 'form' })
  })

  it.each([CODE, PRINTED, '7K2M%2D0PQR%2D4XVB%2D19DY', '7k2moPqr4xvbi9dy', `${CODE}.`])(
    'with #%s shows its voucher, and the code as it is printed',
    async (fragment) => {
      const sent = answer([200, HELD])
      open(fragment)
      expect(store.view.value).toEqual({ name: 'opening' })
      await vi.waitFor(() => expect(store.view.value.name).toBe('shown'))
      expect(store.view.value).toEqual({ name: 'shown', voucher: HELD, code: PRINTED })
      expect(sent).toHaveLength(1)
      expect(window.voucherFragment).toBeUndefined()
    },
  )

  it('of an email to the holder shows the uses by its token, which is not used for the next code', async () => {
    const sent = answer([200, HELD], [200, HELD])
    open(`${CODE}.a.token`)
    await vi.waitFor(() => expect(store.view.value.name).toBe('shown'))
    store.startOver()
    await type(CODE)
    expect(sent).toEqual([{ code: CODE, token: 'a.token' }, { code: CODE }])
  })

  it.each([`${PRINTED}.a.token`, PRINTED, 'stop.a-token'])(
    'to #%s is there again for a reload',
    async (link) => {
      const replaceState = vi.fn<(state: unknown, unused: string, url: string) => void>()
      vi.stubGlobal('history', { state: null, replaceState })
      answer([200, HELD])
      open(link)
      await vi.waitFor(() => expect(store.view.value.name).toMatch(/shown|stop/))
      store.restoreVoucherLink()
      expect(replaceState).toHaveBeenCalledWith(null, '', `#${link}`)
    },
  )

  it('with a code that was chosen asks for the address first', () => {
    const sent = answer([200, HELD])
    open('MUMSBIRTHDAY')
    expect(store.view.value).toEqual({ name: 'form' })
    expect(store.form.values.value.code).toBe('MUMSBIRTHDAY')
    expect(store.asksForEmail.value).toBe(true)
    expect(sent).toEqual([])
  })

  it('that stops reminders only asks about it', () => {
    const sent = answer([200, HELD])
    open('stop.a-token')
    expect(store.view.value).toEqual({ name: 'stop', token: 'a-token' })
    expect(sent).toEqual([])
  })

  it('opened in the same tab replaces what an earlier one is still asked for', async () => {
    const other = { ...HELD, codeEnd: 'XXXX' }
    answerAfter(20, [200, HELD], [200, other])
    open(CODE)
    open('MUMSBIRTHDAY')
    await type('MUMSBIRTHDAY', 'me@example.com')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(store.view.value).toMatchObject({ name: 'shown', code: 'MUMSBIRTHDAY' })
  })
})

describe('the form', () => {
  it.each(['', '-', 'A1', '12 3'])('asks for the code when %j is typed', async (text) => {
    const sent = answer([200, HELD])
    expect(await type(text)).toBe(false)
    expect(store.form.errors.value.code).toBe('Please enter the whole code on your voucher')
    expect(sent).toEqual([])
  })

  it('hints at a wrong check character once, and then asks all the same', async () => {
    const sent = answer(UNKNOWN)
    expect(await type('7K2M-0PQR-4XVB-19DA')).toBe(false)
    expect(store.form.errors.value.code).toMatch(/There seems to be a mistake in this code/)
    expect(sent).toEqual([])
    expect(await store.ask()).toBe(true)
    expect(sent).toEqual([{ code: '7K2M0PQR4XVB19DA' }])
    expect(await type('7K2M-0PQR-4XVB-19DB')).toBe(false)
  })

  it('hints at one character too few, and then asks for the address', async () => {
    const sent = answer([200, HELD])
    expect(await type('7K2M-0PQR-4XVB-19D')).toBe(false)
    expect(store.form.errors.value.code).toMatch(/There seems to be a mistake in this code/)
    expect(await store.ask()).toBe(false)
    expect(Object.keys(store.form.errors.value)).toEqual(['recipientEmail'])
    expect(sent).toEqual([])
  })

  it.each(['SPRING26', 'CUSTOMCODEWITHMORETHAN16'])(
    'asks for the address that %s was sent to, and sends both',
    async (code) => {
      const sent = answer([200, HELD])
      expect(await type(code)).toBe(false)
      expect(store.form.errors.value).toEqual({
        recipientEmail: 'Please enter the email address that the voucher was sent to',
      })
      expect(await type(code, 'nobody')).toBe(false)
      expect(sent).toEqual([])
      expect(await type(code, ' Me@Example.com')).toBe(true)
      expect(sent).toEqual([{ code, recipientEmail: 'me@example.com' }])
    },
  )

  it.each([
    [
      'not found',
      UNKNOWN,
      'We cannot show a voucher for this code. Some vouchers can only be looked up by phone, even if the code is right. Please check what you entered and try again',
    ],
    ['lost', LOST, 'We cannot connect at the moment. Please check your connection and try again'],
    ['broken', refusal('internal', 'x', 500), 'Something went wrong on our side. Please try again'],
    [
      'too many',
      refusal('too_many_requests', 'x', 429),
      'There have been too many attempts. Please try again in a few minutes',
    ],
  ])('stays with what was typed and says why when the response is %s', async (_, response, sentence) => {
    answer(response)
    expect(await type(PRINTED)).toBe(true)
    expect(store.view.value).toEqual({ name: 'form' })
    expect(store.trouble.value).toBe(sentence)
    expect(store.form.values.value.code).toBe(PRINTED)
    store.form.setValue('code', '7')
    expect(store.trouble.value).toBeUndefined()
  })

  it.each([
    [61, 'in 2 minutes'],
    [60, 'in a minute'],
  ])('says after a Retry-After of %i seconds to try again %s', async (seconds, when) => {
    vi.stubGlobal('fetch', async () =>
      Response.json(
        { message: 'x', code: 'too_many_requests' },
        { status: 429, headers: { 'retry-after': String(seconds) } },
      ),
    )
    await type(PRINTED)
    expect(store.trouble.value).toContain(`try again ${when}`)
  })

  it('offers the address after a miss, because a chosen code may look like one of ours', async () => {
    answer(UNKNOWN)
    await type(PRINTED)
    expect(store.asksForEmail.value).toBe(true)
  })
})
