import { cancelInShort, cancellationForm, howToCancel, rightToCancel } from '#clinic/cancelling.ts'
import { ExactText } from '#ui/ExactText.tsx'

interface Props {
  purchase: keyof typeof rightToCancel
}

/** Required before payment: https://www.legislation.gov.uk/uksi/2013/3134/regulation/13 */
export function RightToCancel({ purchase }: Props) {
  return (
    <details className="w-full text-small">
      <summary>
        <span>{cancelInShort}</span>{' '}
        <span className="ml-auto underline min-[20rem]:shrink-0">How to cancel</span>
      </summary>
      <div className="grid justify-items-start gap-3 pt-3">
        {[...rightToCancel[purchase], howToCancel].map((text) => (
          <p key={text}>
            <ExactText>{text}</ExactText>
          </p>
        ))}
        <div role="group" aria-labelledby="cancellation-form" className="message grid gap-2">
          <p id="cancellation-form" className="font-medium">
            {cancellationForm.title}
          </p>
          {cancellationForm.lines.map((line) => (
            <p key={line}>
              <ExactText>{line}</ExactText>
            </p>
          ))}
        </div>
        <a href="/terms-conditions#how-to-cancel" target="_blank" rel="noopener">
          Terms &amp; Conditions (opens in a new tab)
        </a>
      </div>
    </details>
  )
}
