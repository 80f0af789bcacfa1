import { now } from '#lib/core/clock'
import type { RequestMeta } from '#lib/core/ctx'
import { formatTag, isRightToLeftLocale, type SignerLocale } from '#lib/core/locales'
import { formatSizeIn } from '#lib/core/text/format-size'
import { isolated } from '#lib/core/text/isolated'
import { certificateTexts } from '#lib/messages/certificate'
import { fill, joinSentences } from '#lib/messages/fill'
import { getVerifyTexts, type VerifyTexts } from '#lib/messages/verify'
import { formatTime, type ReportInput, type ReportPerson } from '#lib/pdf/report/input'
import { toFacts } from '#lib/processes/trail/trail-report'
import { inThread } from '#lib/workers/pdf-pool'
import { type EtsiReport, makeEtsiReport } from './etsi-report.ts'
import {
  describeClock,
  describeField,
  describeIdentification,
  describeKind,
  describeName,
  describeQualification,
  describeVerdict,
  describeVoucher,
  describeWeaknesses,
} from './plain-words.ts'
import type { SignatureRecord, VerificationRecord } from './schema.ts'
import { findSigningTime } from './signing-time.ts'
import { getVisitor, type UploadedFile } from './uploaded-file.ts'
import { verifyFile } from './verify.ts'

/** The validation report on an uploaded file, which is not stored. */
export async function reportOnFile(
  upload: UploadedFile | null,
  requestMeta: Pick<RequestMeta, 'address' | 'signal'>,
): Promise<EtsiReport> {
  return makeEtsiReport(await verifyFile(upload, requestMeta), now())
}

/** The same as a PDF in one of the languages of signers. */
export async function printReportOnFile(
  upload: UploadedFile | null,
  requestMeta: Pick<RequestMeta, 'address' | 'signal'>,
  language: SignerLocale,
) {
  const verification = await verifyFile(upload, requestMeta)
  const input = makeReport(verification, language, now())
  return {
    body: await inThread.report(input, getVisitor(requestMeta)),
    contentType: 'application/pdf',
    filename: `${getVerifyTexts(language).report.title}.pdf`,
  }
}

/** The most changes that are printed of one signature; the JSON has more. */
const MAX_CHANGES = 100

/** The content of the report on a verification. */
export function makeReport(
  verification: VerificationRecord,
  language: SignerLocale,
  madeAt: Date,
): ReportInput {
  const t = getVerifyTexts(language)
  const { title, text } = describeVerdict(verification, t)
  const { voided_at: voidedAt } = verification
  const voided = voidedAt ? [fill(t.voided, { date: formatTime(new Date(voidedAt)) })] : []
  return {
    kind: 'verification',
    title,
    subtitle: joinSentences([...voided, text], t),
    reference: verification.sha256.slice(0, 16),
    issuer: 'Paraph',
    test: verification.test_mode,
    madeAt,
    facts: toFacts([
      ...listAside(verification.faults.map(isolated)),
      [t.facts.file, isolateFor(t, verification.filename)],
      [t.facts.size, formatSizeIn(formatTag(language), verification.size)],
      [t.facts.hash, verification.sha256],
      ...describeLog(verification, t),
    ]),
    documents: [],
    people: verification.signatures.map((signature) => describeSignature(signature, t)),
    events: [],
    chain: { head: '', length: 0 },
    labels: { ...certificateTexts[language].report, verification: t.report.title, people: t.signatures },
    language,
    rightToLeft: isRightToLeftLocale(language),
  }
}

/** The place of the file's audit trail in the transparency log, and who has seen the log with it. */
function describeLog({ evidence }: VerificationRecord, t: VerifyTexts): [string, string][] {
  if (!evidence || evidence.log_index === null) return []
  const witnesses = evidence.log_witnesses.map(
    ({ name, cosigned_at }) => `${isolateFor(t, name)} · ${cosigned_at}`,
  )
  return [
    [t.facts.logEntry, String(evidence.log_index)],
    ...witnesses.map((witness): [string, string] => [t.facts.witnesses, witness]),
  ]
}

function describeSignature(signature: SignatureRecord, t: VerifyTexts): ReportPerson {
  const { indication, sub_indication: subIndication, email, level } = signature
  const time = findSigningTime(signature)
  const kind = describeKind(signature, t)
  const changes = signature.changes.slice(0, MAX_CHANGES)
  const more = signature.changes_omitted + signature.changes.length - changes.length
  return {
    name: signature.signer || describeName(signature, t),
    detail: email ? `${kind} · ${email}` : kind,
    outcome: t.indications[indication],
    isPositive: indication === 'TOTAL_PASSED',
    facts: toFacts([
      ['', subIndication && `${t.reasons[subIndication]} (${subIndication})`],
      ...listAside(describeWeaknesses(signature, t)),
      [t.facts.qualified, describeQualification(signature, t)],
      [t.facts.time, time && new Date(time)],
      [t.facts.clock, time && describeClock(signature, t)],
      [t.facts.identified, describeIdentification(signature, t)],
      [t.facts.reason, signature.reason && isolateFor(t, signature.reason)],
      [t.facts.chain, signature.chain.map((name) => isolateFor(t, name)).join(' · ')],
      ...describeVoucher(signature, t).map((text, index): [string, string] => [
        index === 0 ? t.facts.vouched : '',
        text,
      ]),
      [t.facts.level, level],
      [t.changes.title, changes.length === 0 && signature.covers_whole_file ? t.changes.none : null],
      ...changes.map((change, index): [string, string] => [
        index === 0 ? t.changes.title : '',
        describeChange(change, t),
      ]),
      ['', more > 0 ? fill(t.changes.more, { count: more }) : null],
    ]),
  }
}

/**
 * A name or value in the report. In one from right to left digits and signs would take its direction (UAX #9, N1): it
 * isolates all of them.
 */
function isolateFor({ locale }: VerifyTexts, text: string): string {
  return isRightToLeftLocale(locale) ? `\u2068${text}\u2069` : isolated(text)
}

/** Sentences as facts without a label. */
function listAside(sentences: string[]): [string, string][] {
  return sentences.map((sentence) => ['', sentence])
}

function describeChange(change: SignatureRecord['changes'][number], t: VerifyTexts): string {
  const { kind, before, after, permitted } = change
  const parts = [t.changes.kinds[kind], isolateFor(t, describeField(change, t))]
  if (before !== null || after !== null)
    parts.push(`${t.differences.before}: ${isolateFor(t, before || t.changes.empty)}`)
  if (after !== null) parts.push(`${t.differences.after}: ${isolateFor(t, after || t.changes.empty)}`)
  if (!permitted) parts.push(`(${t.changes.forbidden})`)
  return parts.filter(Boolean).join(' ')
}
