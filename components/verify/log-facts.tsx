import type { VerifyTexts } from '#lib/messages/verify'
import type { VerificationRecord } from '#lib/signing/verify/schema'
import { formatMoment } from './format.ts'

/** The place of the file's audit trail in the transparency log, and who has seen the log with it. */
export function listLogFacts(evidence: VerificationRecord['evidence'], t: VerifyTexts) {
  if (!evidence || evidence.log_index === null) return []
  const entry = { name: t.facts.logEntry, value: String(evidence.log_index) }
  const { log_witnesses: witnesses } = evidence
  if (witnesses.length === 0) return [entry]
  const value = (
    <ul>
      {witnesses.map(({ name, cosigned_at: at }) => (
        <li key={name}>
          <bdi className="break-all">{name}</bdi> · {formatMoment(at, t)}
        </li>
      ))}
    </ul>
  )
  return [entry, { name: t.facts.witnesses, value }]
}
