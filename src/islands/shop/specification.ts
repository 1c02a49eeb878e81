const SEPARATOR = ' - '

export interface Specification {
  label: string
  value: string
}

/** "128 Hz - Low C" to its label and value; without the hyphen the whole is the label. */
export function splitSpecification(text: string): Specification {
  const [label = '', ...rest] = text.split(SEPARATOR)
  return { label: label.trim(), value: rest.join(SEPARATOR).trim() }
}
