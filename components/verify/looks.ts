import { FileQuestionMark, type LucideIcon, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import type { Tone } from '#components/ui/badge.tsx'
import type { SignatureRecord, VerificationRecord } from '#lib/signing/verify/schema'

/** How the verdict on a file looks. */
export const verdictLooks: Record<VerificationRecord['verdict'], { icon: LucideIcon; className: string }> = {
  unchanged: { icon: ShieldCheck, className: 'border-good/40 bg-good-wash text-good' },
  changed: { icon: ShieldAlert, className: 'border-danger/40 bg-danger-wash text-danger' },
  not_issued_here: { icon: ShieldQuestionMark, className: 'border-warn/40 bg-warn-wash text-warn' },
  indeterminate: { icon: ShieldQuestionMark, className: 'border-warn/40 bg-warn-wash text-warn' },
  not_signed: { icon: FileQuestionMark, className: 'border-rule bg-card text-ink' },
}

/** How the indication of a signature looks. */
export const indicationTones: Record<SignatureRecord['indication'], Tone> = {
  TOTAL_PASSED: 'good',
  TOTAL_FAILED: 'danger',
  INDETERMINATE: 'warn',
}
