import { describe, expect, it } from 'vitest'
import { flag, group, integer, list, parseForm, parseJson, required, text } from '#local/stripe/params.ts'

describe('parameters', () => {
  it('parse brackets into groups and lists', () => {
    const params = parseForm(
      'a=1&metadata[order]=o1&metadata[note]=x%20y&expand[]=one&expand[]=two&types[0]=card&deep[a][b][c]=d',
    )
    expect(text(params, 'a')).toBe('1')
    expect(group(params, 'metadata')).toEqual({ order: 'o1', note: 'x y' })
    expect(list(params, 'expand')).toEqual(['one', 'two'])
    expect(list(params, 'types')).toEqual(['card'])
    expect(params['deep']).toEqual({ a: { b: { c: 'd' } } })
  })

  it('keep every character of a value', () => {
    expect(text(parseForm(new URLSearchParams({ name: 'Zoë & Åke = 100% [sic]' }).toString()), 'name')).toBe(
      'Zoë & Åke = 100% [sic]',
    )
  })

  it('cannot reach a prototype', () => {
    const params = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
    expect(Object.keys(params)).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  it('use the last of two equal names, even if one is a group', () => {
    expect(text(parseForm('a=1&a=2'), 'a')).toBe('2')
    expect(group(parseForm('a=1&a[b]=2'), 'a')).toEqual({ b: '2' })
  })

  it('are refused if missing or of another type', () => {
    const params = parseForm('word=x&group[a]=1&fraction=1.5&empty=')
    expect(() => required(params, 'absent')).toThrow('Missing required param: absent.')
    expect(() => required(params, 'empty')).toThrow('Missing required param: empty.')
    expect(() => text(params, 'group')).toThrow('Invalid string')
    expect(() => group(params, 'word')).toThrow('Invalid object')
    expect(() => integer(params, 'word')).toThrow('Invalid integer: x')
    expect(() => integer(params, 'fraction')).toThrow('Invalid integer: 1.5')
  })

  it('have the same structure from JSON', () => {
    const params = parseJson('{"intent":"pi_1","ok":false,"times":3,"order":["a","b"]}')
    expect(text(params, 'intent')).toBe('pi_1')
    expect(flag(params, 'ok')).toBe(false)
    expect(integer(params, 'times')).toBe(3)
    expect(list(params, 'order')).toEqual(['a', 'b'])
  })
})
