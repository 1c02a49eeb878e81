import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'

/** What mail gateways make of "#", and what they add after a link. */
const AFTER_SIGN = /(?:#|%(?:25)*23|\*)([\w.-]{20,}?)\.?(?:__;|[^\w.-]|$)/
const ALONE = /^\s*([\w.-]{20,}?)\.?\s*$/

/** Returns the token in a link that was copied from an email, or the token alone; undefined if there is none. */
export const pastedToken = (text: string): string | undefined =>
  text.length > 5000 ? undefined : (AFTER_SIGN.exec(text)?.[1] ?? ALONE.exec(text)?.[1])

const NONE = 'Please paste the whole link from our email'

/** Takes the link of an email, of which the mail system has cut what follows `#`, and opens it as the link would have. */
export function PasteLink() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function open(form: HTMLFormElement) {
    const token = pastedToken(text)
    if (token === undefined) {
      setError(NONE)
      focusFirstError(form)
    }
    // Each page with such links reads it from there.
    else location.hash = token
  }

  return (
    <form
      noValidate
      aria-label="Paste a link"
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        open(event.currentTarget)
      }}
    >
      <Field
        label="Your link"
        className="w-full"
        autoComplete="off"
        spellCheck={false}
        hint="Some email programs cut links short. If yours did, please copy the whole link below the button in our email."
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="quiet" className="min-w-48">
        Open my link
      </Button>
    </form>
  )
}
