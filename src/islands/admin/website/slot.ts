import type { Signal } from '@preact/signals-react'
import { claimsHint } from '#islands/admin/shared/claims-hint.ts'

/** A value within what is typed into a form. Its name is its path in the contract, by which errors find their field. */
export interface Slot<Value> {
  name: string
  readonly value: Value
  readonly error: string | undefined
  set(value: Value): void
  at<Key extends keyof Value>(key: Key): Slot<Value[Key]>
}

interface Source<Value> {
  errors: Signal<Record<string, string>>
  read: () => Value
  /** `name`: of the slot that has changed. */
  write: (value: Value, name: string) => void
}

export function slotOf<Value>(name: string, { errors, read, write }: Source<Value>): Slot<Value> {
  return {
    name,
    get value() {
      return read()
    },
    get error() {
      return errors.value[name]
    },
    set: (value) => write(value, name),
    at: (key) =>
      slotOf(`${name}.${String(key)}`, {
        errors,
        read: () => read()[key],
        write: (value, changed) => write(withValue(read(), key, value), changed),
      }),
  }
}

function withValue<Value, Key extends keyof Value>(holder: Value, key: Key, value: Value[Key]): Value {
  if (!Array.isArray(holder)) return { ...holder, [key]: value }
  return holder.map((each: unknown, at) => (at === Number(key) ? value : each)) as Value
}

/** Returns the props of a text field. Its hint: words that advertising rules may not allow, and where the text appears. */
export function textField(slot: Slot<string>, hint = '') {
  return {
    name: slot.name,
    value: slot.value,
    error: slot.error,
    hint: [claimsHint(slot.value), hint].filter(Boolean).join(' '),
    onChange: ({ target }: { target: { value: string } }) => slot.set(target.value),
  }
}
