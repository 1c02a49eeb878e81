import { splitExact } from '#ui/split-exact.ts'

interface Props {
  children: string
  /** The people whom the sentence names. */
  names?: readonly (string | null | undefined)[] | undefined
}

/** A sentence whose amounts, references, addresses, numbers and names are left out of a translation. */
export function ExactText({ children, names }: Props) {
  return splitExact(children, names).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
    <span key={index} translate={index % 2 === 1 ? 'no' : undefined}>
      {part}
    </span>
  ))
}
