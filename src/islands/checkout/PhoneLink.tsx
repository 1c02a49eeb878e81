import { clinic } from '#content/clinic'

export function PhoneLink() {
  return (
    <a className="tabular-nums" href={`tel:${clinic.phone.tel}`}>
      {clinic.phone.display}
    </a>
  )
}
