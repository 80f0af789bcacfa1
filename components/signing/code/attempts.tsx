import { fillPlural } from '../fill.ts'
import { useSigningSession } from '../session/context.ts'

/** How many attempts are left, once one was used. */
export function Attempts({ left }: { left: number | null }) {
  const { t } = useSigningSession()
  if (left === null || left === 0 || left === 5) return null
  return (
    <p id="otp-attempts" className="mt-2 text-sm text-ink-soft">
      {fillPlural(t.otpLeft, { count: left }, t)}
    </p>
  )
}
