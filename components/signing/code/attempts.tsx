import type { SigningTexts } from '#lib/messages/signing'
import { fillPlural } from '../fill.ts'

/** The attempts that a new code has. */
const ALL_ATTEMPTS = 5

/** The id of the element that says how many attempts are left: once one was used, until none is left. */
export function getAttemptsId(left: number | null): string | undefined {
  return left !== null && left > 0 && left < ALL_ATTEMPTS ? 'otp-attempts' : undefined
}

/** How many attempts are left. */
export function Attempts({ left, t }: { left: number | null; t: SigningTexts }) {
  const id = getAttemptsId(left)
  if (left === null || !id) return null
  return (
    <p id={id} className="mt-2 text-sm text-ink-soft">
      {fillPlural(t.otpLeft, { count: left }, t)}
    </p>
  )
}
