import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'

/** Why nothing could be done, and the telephone; nothing while there is no trouble. It is read aloud when it appears. */
export function TroubleMessage({ trouble }: { trouble: string | undefined }) {
  return (
    <div role="alert" className="w-full empty:hidden">
      {trouble !== undefined && (
        <p className="message">
          <span>{trouble}</span>, or ring us on <ClinicPhoneLink />.
        </p>
      )}
    </div>
  )
}
